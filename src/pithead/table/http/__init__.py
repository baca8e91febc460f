"""The HTTP side of the server: the application, its routes, and what stands before them."""
