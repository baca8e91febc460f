"""The HTTP side of the server: the application, its routes and its middleware."""
