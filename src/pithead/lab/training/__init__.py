"""Value nets that learn from games of the search against itself: self-play, fit, sequential test, generations."""
