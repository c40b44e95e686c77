"""Programs as XLA's protocol buffers, in and out: HloModuleProto, and the files that hold one."""

from hloom.protos.reader import looks_like_proto, parse_proto
from hloom.protos.writer import to_hlo_proto

__all__ = ["looks_like_proto", "parse_proto", "to_hlo_proto"]
