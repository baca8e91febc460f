"""Lamp Room: a small complete game that proves the contract."""
