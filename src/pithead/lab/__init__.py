"""Experiments: simulation, tournaments, calibration, tuning, training, benchmarks, comparison with other libraries."""
