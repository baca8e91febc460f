"""Results of finished games: histories, ratings per title, a leaderboard.

A result is written with the entry that ends its game, in the same transaction. Ratings follow in a transaction of their
own, game by game in one order, and note in the result that it was counted: a crash loses none and counts none twice.
"""
