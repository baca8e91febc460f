"""Clients: programs through which people play."""
