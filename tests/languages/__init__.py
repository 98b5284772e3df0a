"""The catalogues of translations: what keeps them, and the tests that hold them to the source."""
