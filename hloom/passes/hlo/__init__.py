"""From StableHLO to the form of HLO."""
