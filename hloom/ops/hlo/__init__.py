"""Operations that only HLO has, or has in another form than StableHLO."""

from hloom.ops.hlo import communication, control, convolution, data, exchange, packed, rounding
