"""An identity that stays: passkeys and recovery codes bring a person back to the own device id.

A person is a device id, with or without these. Nothing here is needed to play.
"""
