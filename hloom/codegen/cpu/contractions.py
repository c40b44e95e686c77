"""dot_general and convolution -> packed kernels (see `contraction`), with operands read in place and an epilogue; small
or narrow products -> loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any, NamedTuple

from hloom.codegen.cpu.contraction.convolution import plan_convolution
from hloom.codegen.cpu.contraction.convolution_spec import ConvolutionSpec
from hloom.codegen.cpu.contraction.matmul import ContractionPlan, Request, plan_matmul
from hloom.codegen.cpu.contraction.spec import Examples, MatmulSpec, size_of
from hloom.codegen.cpu.costs import instructions, packing_instructions, product_instructions
from hloom.codegen.cpu.kernel_function import Chosen, EmittedKernel
from hloom.codegen.cpu.loop_shape import Flat, Flattener
from hloom.codegen.llvm.builder import Function, Value
from hloom.codegen.llvm.functions import round_to, splat
from hloom.codegen.llvm.memory_accesses import to_memory
from hloom.codegen.llvm.module import LLVMModule
from hloom.codegen.llvm.scalars import Emitter
from hloom.codegen.llvm.small_floats import encode
from hloom.codegen.llvm.types import bits_of, register_type
from hloom.codegen.machine import Machine
from hloom.codegen.plan.examples import stores_objection, view_objection
from hloom.codegen.plan.kernels import LoopKernel, OperationKernel, Stage, kernel_signature
from hloom.codegen.plan.program import Access, Intermediate, Use
from hloom.codegen.plan.schedule import KernelContext
from hloom.codegen.plan.target import Batch, Capabilities, CompileOptions
from hloom.codegen.plan.views import View, plain_view
from hloom.codegen.target import Target
from hloom.expr.scalar import reads
from hloom.numbers.element_type import ElementType
from hloom.ops.definition.traits import Control
from hloom.ops.stablehlo.contraction import product_sizes
from hloom.ops.stablehlo.convolution import Convolution


class _Kept(NamedTuple):
    """Why a right operand is packed once for many products: loops around find the same in it, it is a constant."""

    by_loops: bool
    as_constant: bool


class Contractions:
    """The family of dot_general and convolution."""

    takes_views = takes_epilogues = True

    def __init__(self, processor: Target, workers: int, options: CompileOptions) -> None:
        self.processor, self.workers, self.options = processor, workers, options

    def matches(self, op: Any, target: Capabilities) -> bool:
        """Whether an operation has packed kernels: its types are numbers that they multiply."""
        types: list[Any] = [v.type for v in (*op.operands, *op.results)]
        if not all(t.is_static and not t.is_quantized and target.has_type(t.element) for t in types):
            return False
        if not isinstance(op, Convolution) and goes_in_loops(target.machine, op):
            return False
        if not any(t.element.is_complex for t in types):
            return True
        if len({t.element for t in types}) > 1:
            return False
        if isinstance(op, Convolution):
            return True
        # Complex products with a vector are no more than loops: packing would cost as much as they do.
        sizes = product_sizes(op)
        return 1 not in (sizes.rows, sizes.columns)

    def schedule(self, kernel: OperationKernel, context: KernelContext) -> None:
        products = self.processor.machine.products
        op: Any = kernel.operation
        result = kernel.outputs[0]
        lhs, rhs = (kernel.views.get(v) or plain_view(v) for v in op.operands)
        extra = [v for v in kernel.inputs if v not in (lhs.base, rhs.base)]
        arguments = [lhs.base, rhs.base, result, *extra]
        contraction = (ConvolutionProduct if isinstance(op, Convolution) else Dot)(op, lhs, rhs, result)
        is_large = prod(op.rhs.shape) >= products.worth_keeping
        constant = context.constant(rhs.base) if is_large and not _ends_with(kernel, rhs.base) else None
        if constant is not None and constant.nbytes > products.most_constant_bytes:
            constant = None
        kept = _Kept(is_large and context.is_kept(rhs.base), constant is not None)
        signature = f"contraction {contraction.spec} {contraction.starts} {kept} {epilogue_signature(kernel, arguments)}"
        planned = context.kernel("contraction", signature, lambda: _Body(self, kernel, arguments, contraction, kept))
        target = context.output(result)
        plan: ContractionPlan = planned.body.plan
        uses = [Use(context.buffer(v), v, Access.READ) if v is not result else Use(target, v, Access.WRITE) for v in arguments]
        if self.options.batch is not None:
            uses.append(context.examples())
        if constant is not None and plan.pack_constant is not None:
            table = context.table(plan.pack_constant(constant))
            # The kernel does not look at what was packed: the table has its place.
            uses[1] = table
            context.launch(planned, 0, [*uses, *(
                Use(context.temporary(s.bytes * self.workers), None, Access.SCRATCH) if s.per_worker else table
                for s in plan.scratch)])
            return
        scratch = [context.temporary(s.bytes * (self.workers if s.per_worker else 1)) for s in plan.scratch]
        packed = Intermediate("packed")
        if plan.parts == 2:
            # Packing the right operand reads nothing else; what it is not given has the place of that.
            read = Use(context.buffer(rhs.base), rhs.base, Access.READ)
            packing = [*(read for _ in uses), *(read if s.per_worker else Use(b, packed, Access.WRITE)
                                                     for b, s in zip(scratch, plan.scratch))]
            if kept.by_loops:
                context.launch_ahead(rhs.base, planned, 0, packing)
            else:
                context.launch(planned, 0, packing)
        if plan.parts:
            context.launch(planned, plan.parts - 1, [
                *uses, *(Use(b, None, Access.SCRATCH) if s.per_worker else Use(b, packed, Access.READ)
                         for b, s in zip(scratch, plan.scratch))])

    def chosen(self, body: _Body) -> Chosen:
        """Of which kind the product of a kernel is, and why of none of those before."""
        return body.plan.chosen

    def emit(self, module: LLVMModule, name: str, body: _Body) -> list[EmittedKernel]:
        kernels = body.plan.emit(module, name).kernels
        costs = [*(body.packing for _ in kernels[1:]), body.instructions(self.processor)]
        return [EmittedKernel(part.name, part.tasks, cost / max(part.tasks, 1), share=part.share)
                for part, cost in zip(kernels, costs)]


class _Body:
    """What a contraction is emitted from."""

    def __init__(self, family: Contractions, kernel: OperationKernel, arguments: list[Any],
                 contraction: Dot | ConvolutionProduct, kept: _Kept) -> None:
        self.contraction, self._kernel, self._machine = contraction, kernel, family.processor.machine
        self._arguments = arguments
        workers = family.options.planned_workers(family.workers)
        epilogue = epilogue_of(kernel, arguments, contraction, family.options.excess_precision)
        batch, place = family.options.batch, len(arguments)
        examples = None if batch is None else contraction.examples(place, batch)
        self.plan = contraction.plan(family.processor, workers, place + (batch is not None), epilogue, kept, examples)

    def objection(self, part: int, has_examples: Sequence[bool], most: int) -> str:
        """See `plan.examples.ByExample`."""
        kernel, contraction = self._kernel, self.contraction
        if part < self.plan.parts - 1:
            return "its right operand holds examples, and is packed before"
        along = contraction.dimensions_of_examples(most)
        if along is None:
            return "its result is not one of examples, one after the other"
        for view, holds, dimension, operand in zip(
                (contraction.lhs, contraction.rhs), has_examples, along, kernel.operation.operands):
            if not holds:
                continue
            why = ("each example is multiplied with all others" if dimension is None
                   else view_objection(view.base, operand.shape, view.strides, view.start, dimension, most))
            if why:
                return why
        if kernel.epilogue is None:
            return ""
        with_examples = {v for v, holds in zip(self._arguments, has_examples) if holds}
        return stores_objection(kernel.epilogue.dims[0], kernel.epilogue.stores, with_examples, most, kernel.operation.results[0])

    @property
    def packing(self) -> float:
        """About how many instructions it takes to pack the right operand."""
        return packing_instructions(self._machine, prod(self._kernel.operation.operands[1].shape))

    def instructions(self, target: Target) -> float:
        """About how many instructions all of it takes but packing by itself."""
        op, epilogue = self._kernel.operation, self._kernel.epilogue
        type: Any = op.operands[0].type
        product = product_instructions(self.contraction.flops, prod(op.results[0].shape), type.storage, target)
        if epilogue is None:
            return product
        flattener = Flattener()
        return product + instructions([flattener.store(store) for store in epilogue.stores], epilogue.dims, target)

    def text(self) -> str:
        made = [self.contraction.spec.text()]
        if (epilogue := self._kernel.epilogue) is not None:
            made.append(LoopKernel(epilogue.dims, [Stage((), epilogue.stores)]).text())
        return "\n".join(made)


class Dot:
    """A dot_general as a product of matrices: its result's dimensions are batch, free of lhs, free of rhs."""

    def __init__(self, op: Any, lhs: View, rhs: View, result: Any) -> None:
        self.numbers = numbers = op.dot_dimension_numbers
        self.lhs, self.rhs, self._op = lhs, rhs, op
        spec = MatmulSpec.dot_general(
            op.lhs.shape, op.rhs.shape, lhs_type=lhs.type, rhs_type=rhs.type, out_type=result.type.storage,
            lhs_batch=numbers.lhs_batching_dimensions, rhs_batch=numbers.rhs_batching_dimensions,
            lhs_contracting=numbers.lhs_contracting_dimensions, rhs_contracting=numbers.rhs_contracting_dimensions,
            lhs_strides=lhs.strides, rhs_strides=rhs.strides)
        self.starts = lhs.start, rhs.start
        self.spec = replace(spec, lhs_offset=lhs.start, rhs_offset=rhs.start)
        self.flops = 2.0 * prod(size_of(axes) for axes in (spec.batch, spec.m, spec.n, spec.k))

    def examples(self, place: int, batch: Batch) -> Examples | None:
        """How the product goes over examples, whose number is the argument at `place`; None where it does not."""
        if self.dimensions_of_examples(batch.most) is None:
            return None
        return Examples(place, batch.least, batch.most, is_batch=bool(self.spec.batch))

    def dimensions_of_examples(self, most: int) -> tuple[int, int | None] | None:
        """The dimensions of the operands along which there are `most` examples, or their rows, if the first one of the result is
        that; None for an operand where each example has all of it."""
        if not self._op.result.shape or self._op.result.shape[0] % most:
            return None
        if self.spec.batch:
            return self.numbers.lhs_batching_dimensions[0], self.numbers.rhs_batching_dimensions[0]
        free = [d for d in range(self._op.lhs.rank) if d not in self.numbers.lhs_contracting_dimensions]
        return (free[0], None) if free else None

    def plan(self, target: Target, workers: int, first_scratch: int, epilogue: Any, kept: _Kept,
             examples: Examples | None = None) -> ContractionPlan:
        return plan_matmul(Request(self.spec, target, workers, first_scratch=first_scratch, epilogue=epilogue,
                                   keeps_rhs=any(kept), rhs_is_constant=kept.as_constant, examples=examples))

    def place(self, f: Function, batch: Sequence[Value], m: Sequence[Value], n: Sequence[Value]) -> list[Value]:
        """The index in the result, one value a dimension, of a point of the product."""
        return [*batch, *m, *n]

    @property
    def vector_dimension(self) -> int:
        """The dimension of the result along which lanes lie."""
        return -1


class ConvolutionProduct:
    """A convolution; lanes of its sums lie along the output features."""

    def __init__(self, op: Any, lhs: View, rhs: View, result: Any) -> None:
        self.lhs, self.rhs, self._op = lhs, rhs, op
        self.numbers = numbers = op.dimension_numbers
        padding = None if op.padding is None else [(int(low), int(high)) for low, high in op.padding]
        self.starts = lhs.start, rhs.start
        self.spec = ConvolutionSpec.of(
            op.lhs.shape, op.rhs.shape, lhs_type=lhs.type, rhs_type=rhs.type, out_type=result.type.storage,
            input_dimensions=(numbers.input_batch_dimension, numbers.input_feature_dimension, numbers.input_spatial_dimensions),
            kernel_dimensions=(numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension,
                               numbers.kernel_spatial_dimensions),
            output_dimensions=(numbers.output_batch_dimension, numbers.output_feature_dimension,
                               numbers.output_spatial_dimensions),
            window_strides=op.window_strides, padding=padding, lhs_dilation=op.lhs_dilation, rhs_dilation=op.rhs_dilation,
            window_reversal=op.window_reversal, feature_groups=op.feature_group_count, batch_groups=op.batch_group_count,
            lhs_strides=lhs.strides, rhs_strides=rhs.strides)
        self.spec = replace(self.spec, lhs_offset=lhs.start, rhs_offset=rhs.start)
        self.groups = op.feature_group_count * op.batch_group_count
        self.features = result.shape[numbers.output_feature_dimension]
        kernel_input = op.rhs.shape[numbers.kernel_input_feature_dimension]
        taps = prod(op.rhs.shape[d] for d in numbers.kernel_spatial_dimensions)
        self.flops = 2.0 * prod(result.shape) * kernel_input * taps

    def examples(self, place: int, batch: Batch) -> Examples | None:
        """How the product goes over examples, whose number is the argument at `place`; None where it does not."""
        return None if self.dimensions_of_examples(batch.most) is None else Examples(place, batch.least, batch.most)

    def dimensions_of_examples(self, most: int) -> tuple[int, int | None] | None:
        """See `Dot`: images are examples."""
        op, numbers = self._op, self.numbers
        if numbers.output_batch_dimension != 0 or op.result.shape[0] != most or op.batch_group_count != 1:
            return None
        return numbers.input_batch_dimension, None

    def plan(self, target: Target, workers: int, first_scratch: int, epilogue: Any, kept: _Kept,
             examples: Examples | None = None) -> ContractionPlan:
        return plan_convolution(self.spec, target, workers=workers, first_scratch=first_scratch, epilogue=epilogue,
                                keeps_rhs=any(kept), rhs_is_constant=kept.as_constant, examples=examples)

    def place(self, f: Function, batch: Sequence[Value], m: Sequence[Value], n: Sequence[Value]) -> list[Value]:
        """The index in the result of (batch group, feature group), (image, spatial...), (feature,)."""
        numbers = self.numbers
        found: list[Any] = [None] * (len(m) + 1)
        found[numbers.output_batch_dimension] = m[0]
        for d, v in zip(numbers.output_spatial_dimensions, m[1:]):
            found[d] = v
        feature = n[0]
        if self.groups > 1:  # one of the two group counts is 1
            group = f.add(*batch)
            feature = f.add(f.mul(group, self.features // self.groups), feature)
        found[numbers.output_feature_dimension] = feature
        return found

    @property
    def vector_dimension(self) -> int:
        """The dimension of the result along which lanes lie."""
        return self.numbers.output_feature_dimension


def _ends_with(kernel: OperationKernel, value: Any) -> bool:
    """Whether the epilogue reads a value."""
    return kernel.epilogue is not None and any(
        read.source is value for store in kernel.epilogue.stores for read in reads(store.scalar))


def epilogue_signature(kernel: OperationKernel, arguments: list[Any]) -> str:
    """What tells epilogues apart, the places of their arguments included."""
    if kernel.epilogue is None:
        return ""
    pseudo = LoopKernel(kernel.epilogue.dims, [Stage((), kernel.epilogue.stores)])
    return kernel_signature(pseudo, [*arguments, kernel.operation.results[0]])


def epilogue_of(kernel: OperationKernel, arguments: list[Any], contraction: Dot | ConvolutionProduct,
                excess_precision: bool) -> Any:
    """The hook that computes the epilogue's scalar on a vector of sums, which are rounded to the contraction's type first unless
    there may be excess precision; None for a kernel without one."""
    if kernel.epilogue is None:
        return None
    (store,) = kernel.epilogue.stores
    dims = kernel.epilogue.dims
    own = kernel.operation.results[0]
    flat = Flattener().store(store)
    sums = [r for r in reads(flat.scalar) if r.source.base is own]

    def hook(f: Function, accumulated: Value, batch: Any, m: Any, n: Any, width: int) -> Value:
        def pointer(source: Any) -> Value:
            place = arguments.index(source.base if isinstance(source, Flat) else source)
            return f.value("ptr", f"load ptr, {f.address(f.parameters[0], place, 'ptr')}")

        def stored() -> Value:
            for read in sums:
                emitter.bind(read, _as_result(f, accumulated, read.type, excess_precision))
            value = splat(f, emitter.value(flat.scalar), width)
            value = round_to(f, value, store.scalar.type) if excess_precision else value  # it may be the sums as they are
            return to_memory(f, value, store.scalar.type)

        emitter = Emitter(f, pointer)
        point = dict(zip(dims, contraction.place(f, batch, m, n)))
        with emitter.scope(point):
            if not dims:
                return stored()
            along = dims[contraction.vector_dimension]
            with emitter.vectorised(along, point[along], width):
                return stored()

    return hook


def _as_result(f: Function, sums: Value, type: ElementType, excess_precision: bool) -> Value:
    """Sums in the accumulator's type as a register of the contraction's own result type."""
    if type.is_small_float:
        return encode(f, sums, type)
    if type.is_float:  # sums are wider where the epilogue's result is
        narrowed = f.cast("fptrunc", sums, "float") if bits_of(sums.type) > bits_of(register_type(type)) else sums
        return narrowed if excess_precision else round_to(f, narrowed, type)
    return f.cast("trunc", sums, register_type(type)) if bits_of(sums.type) > type.width else sums


# -- narrow products -----------------------------------------------------------------------------------------------------------
# Products whose matrices are so small, or so narrow, that there is nothing to pack for: loops over many of them, or over many
# rows, go side by side in registers (points turned by a 3x3 matrix, pixels by one of colours). A single one in the body of a
# loop becomes straight code there (`small_loops`), where calling a product's tiles would take several times as long.


def goes_in_loops(machine: Machine, op: Any) -> bool:
    """Whether a dot_general of static ordinary tensors is better off as loops over its elements than packed."""
    return _is_tiny(machine, op) or _is_narrow(machine, op) or _is_low(machine, op) or _is_straight(machine, op)


def _is_straight(machine: Machine, op: Any) -> bool:
    """Whether a loop of the program computes few products of tiny matrices in each iteration."""
    products = machine.products
    (count, rows, columns, depth), result = product_sizes(op), op.result.type.storage
    if result.is_complex or not 0 < count * rows * columns * depth <= products.straight:
        return False
    return depth <= (products.terms_side_by_side if _lies_along_terms(op) else products.straight_terms) and _is_repeated(op)


def _is_repeated(op: Any) -> bool:
    """Whether an operation is within a loop of the program."""
    around = op.parent
    while around is not None and getattr(around, "control", None) is not Control.LOOP:
        around = around.parent
    return around is not None


def _is_tiny(machine: Machine, op: Any) -> bool:
    """Whether there are many products of matrices that are much smaller than registers, or of one element each."""
    products = machine.products
    (count, rows, columns, depth), result = product_sizes(op), op.result.type.storage
    if rows == columns == depth == 1:
        return True
    elements = (rows * columns, op.result), (rows * depth, op.lhs), (columns * depth, op.rhs)
    if count < products.many or not all(size for size, _ in elements):
        return False
    if result.is_complex:
        return columns * result.dtype.itemsize < products.row_bytes_complex and all(
            size <= products.near_complex for size, _ in elements)
    return columns * result.dtype.itemsize < products.row_bytes and depth <= products.near and all(
        size <= products.near and size * value.type.storage.dtype.itemsize <= products.near_bytes for size, value in elements)


def _is_narrow(machine: Machine, op: Any) -> bool:
    """Whether there are many rows, few columns and few terms: one row has too little for a tile, but many make vectors."""
    products = machine.products
    (count, rows, columns, depth), result = product_sizes(op), op.result.type.storage
    are_bytes = _are_bytes(op)
    most = products.narrow_of_bytes if are_bytes else products.narrow
    if result.is_complex or rows * count < products.rows or not 0 < depth <= most:
        return False
    if not 0 < columns <= products.narrow or columns * result.dtype.itemsize > products.row_bytes:
        return False
    if depth <= products.few_terms:
        return True
    return (are_bytes or columns >= products.columns_of_term * depth) and not _lies_along_terms(op)


def _is_low(machine: Machine, op: Any) -> bool:
    """Whether there are few rows, many columns and few terms, and columns in vectors need no tile: those of one row, those of
    bytes, and such whose terms lie side by side."""
    products = machine.products
    (count, rows, columns, depth), result = product_sizes(op), op.result.type.storage
    if result.is_complex or columns < products.columns or rows * columns * count < products.rows or not 0 < rows <= products.low:
        return False
    if rows == 1 and 0 < depth <= products.terms_of_one and not _lies_along_terms(op):
        return True
    if not 0 < depth <= products.narrow:
        return False
    return rows == 1 or (depth < products.narrow and _are_bytes(op)) or (depth <= products.terms_apart and _lies_along_terms(op))


def _are_bytes(op: Any) -> bool:
    """Whether integers of at most a byte each are multiplied."""
    elements = [operand.type.storage for operand in (op.lhs, op.rhs)]
    return all(element.is_integer and element.dtype.itemsize == 1 for element in elements)


def _lies_along_terms(op: Any) -> bool:
    """Whether the terms of a column lie side by side in the right operand."""
    last = next((d for d in reversed(range(op.rhs.rank)) if op.rhs.shape[d] > 1), None)
    return last in op.dot_dimension_numbers.rhs_contracting_dimensions
