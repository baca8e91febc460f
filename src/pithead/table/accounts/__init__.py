"""Optional authentication: passkeys and recovery codes that restore access to a person's device id.

A person is identified by a device id, with or without these. Guests can play without any of it.
"""
