"""People at one table: invitations, who is here, news for the others' pages, and what happens when somebody leaves."""
