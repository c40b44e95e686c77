"""Matrix products and convolutions from one family of micro-kernels.

In the order in which a contraction passes through:

    spec            what is computed: axes with element strides in each operand; hooks of the caller
    convolution     a convolution as a contraction over its (padded) input; window: the part that a task copies;
                    direct: tap by tap, where that part would be too large
    complex_numbers, bf16_pairs     products rewritten as others
    matmul          the choice of method; vectors: products with a vector
    blocking        the register tile, cache blocks and tasks
    product         all decisions together
    nest            the kernels: loops around packing (packing, copies), micro_kernel and finish
    arithmetic, emission            element types; small steps of emission
"""
