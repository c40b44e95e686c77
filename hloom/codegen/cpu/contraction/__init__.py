"""Matrix products and convolutions from one family of micro-kernels.

In the order in which a contraction passes through:

    spec            what is computed: axes with element strides in each operand; the epilogue of the caller
    convolution     a convolution (convolution_spec) as a contraction over its padded input; window: the part that a task
                    copies; direct: tap by tap, where that part would be too large
    matmul          the steps to a plan: complex_numbers and groups are products rewritten as others, vectors are products
                    with few rows: by dots, or by sums of the matrix's rows (row GEMVs)
    blocking        the register tile (MR x NR), cache blocks (MC, KC, NC) and tasks
    operand_layouts how the micro-kernel finds the operands: in place, packed by a task, or packed before
    product         all decisions together
    constants       what a constant right operand is packed to, in place of a kernel that does so
    nest            the kernels: loops around packing (pack_kernel, packing, copies), micro_kernel and finish
    arithmetic, dots, tiles, emission   element types; instructions for groups of neighbours along k, on vectors and on tile
                    registers; small steps of emission
"""
