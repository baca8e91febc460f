"""Mine Out against its rules."""
