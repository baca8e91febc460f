"""Games as Parquet tables for research: `collect` watches them, `write` puts them into files with a data card."""
