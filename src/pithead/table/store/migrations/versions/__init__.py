"""One file per schema."""
