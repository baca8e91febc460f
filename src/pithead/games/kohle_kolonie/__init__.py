"""Kohle & Kolonie: small mines, settlements and railways in the southern Ruhr."""
