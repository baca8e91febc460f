"""Cups: rounds of tables for up to 64 people, by a round robin or the Swiss system, with a table of results.

The tables are ordinary ones. A round is planned in one transaction, with the ids of its tables; opening them, and
advancing when all are done, are idempotent, so that any worker can do so at any time.
"""
