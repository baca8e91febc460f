"""Games as Parquet tables for research: `collect` samples games, `write` writes the files with a data card."""
