"""Itemise: the points of fifteens, runs, pairs, flush and nobs, each by itself."""
