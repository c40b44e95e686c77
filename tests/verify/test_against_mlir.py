"""What MLIR says of the programs: it accepts the valid one of every operation, and rejects what breaks a constraint."""

from __future__ import annotations

from pathlib import Path

import pytest

from hloom.cli.broken import broken_programs
from tests.ops.operations import PROGRAMS
from tests.verify.asking_mlir import verdicts

pytest.importorskip("jaxlib.mlir.ir")
pytest.importorskip("torch_mlir.ir")

pytestmark = pytest.mark.slow

#: Programs without what MLIR's verifier looks at without asking, or with a dimension that it counts from: it does not survive
#: them.
FATAL = {"reduce_c3", "tensor.concat_dim"}
#: Broken programs that MLIR accepts: the specification numbers most of these constraints, the others follow from what the
#: operation computes. (Types of arguments that nothing uses, `type_*`, are no concern of its verifier.)
LAXER = set("""
    all_gather_c3 all_gather_c5 all_reduce_c2 all_to_all_c6 broadcast_add_shape broadcast_and_shape broadcast_atan2_shape
    broadcast_compare_shape broadcast_complex_shape broadcast_divide_shape broadcast_in_dim_c6 broadcast_maximum_shape
    broadcast_minimum_shape broadcast_multiply_shape broadcast_next_after_shape broadcast_or_shape broadcast_polygamma_shape
    broadcast_power_shape broadcast_remainder_shape broadcast_select_shape broadcast_select_type broadcast_shift_left_shape
    broadcast_shift_right_arithmetic_shape broadcast_shift_right_logical_shape broadcast_subtract_shape broadcast_xor_shape
    broadcast_zeta_shape collective_broadcast_c4 collective_broadcast_has_dynamic_root collective_reduce_c2 compare_c3
    custom_call_result_tilings dot_general_c13 dynamic_broadcast_in_dim_c7 dynamic_conv_c25 dynamic_conv_c26 dynamic_conv_c3
    dynamic_conv_c5 dynamic_conv_c6 dynamic_conv_c7 dynamic_conv_c8 dynamic_conv_c9 dynamic_iota_c2 einsum_config
    einsum_element einsum_shape global_value ragged_dot_element recv_c5 reduce_scatter_c4 run_parallel_inputs
    run_parallel_outputs scan_results send_c2 send_c3 send_c4 send_c5 tensor.pad_high tensor.pad_low tensor.pad_region
    tensor.scatter_type torch_index_select_batch torch_index_select_batch_dims torch_index_select_dim torch_index_select_i2
    torch_index_select_shape type_c12 type_c13 type_c7 unary_einsum_config unary_einsum_shape
""".split())


def test_valid_programs_are_accepted(repository: Path) -> None:
    known = {name: text for name, text in PROGRAMS.items() if not name.startswith("hlo.")}  # a dialect that MLIR does not have
    assert {name for name, message in verdicts(known, repository).items() if message} == set()


def test_broken_programs_are_rejected(repository: Path) -> None:
    programs = {f"{name} {code}": program.text for (name, code), program in broken_programs().items() if code not in FATAL}
    assert {key.partition(" ")[2] for key, message in verdicts(programs, repository).items() if message == ""} == LAXER
