"""What a person sees of the site in a browser, measured: the parts of `tests.benchmarks.screens`."""
