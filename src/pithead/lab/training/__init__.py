"""Value-net training by self-play of the search: data generation, fit, sequential test, generations."""
