"""Progress: what is added up as answers come in, verdicts, what comes back, what to practise next."""
