"""The pages of the trainer. GET shows, POST acts and shows what is true then; page and fragment are one template."""
