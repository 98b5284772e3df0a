"""Benchmarks and printers of figures: run by hand, not by pytest."""
