"""Information-set tree search: settings, the compiled kernel, its workspace, and the bot that uses it."""
