"""The browser client in a real browser."""
