"""Measuring: simulations, contests of bots, calibration, tuning, benchmarks and comparisons with other libraries."""
