"""Information-set tree search: settings, compiled kernel, its memory, and the player that uses it."""
