"""“Your turn” for people who are not looking: channels of a person, an outbox in the database, and who delivers.

A message is derived from the tables that wait for somebody, so that a crash loses none; its idempotency key makes sure
that there is one per turn and channel. A person gets no notice about a table that one of their connections shows.
"""
