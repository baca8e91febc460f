"""Mine Out: dig, sell, hire and outlast the mines of a small town."""
