"""Progress: what is added up as answers come in, verdicts, recall, what to practise next."""
