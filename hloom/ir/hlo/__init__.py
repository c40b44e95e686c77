"""How HLO spells shapes and literals, for whatever reads or prints them."""
