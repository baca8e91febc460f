"""Coal Baron: three shifts at the pit, by Michael Kiesling and Wolfgang Kramer."""
