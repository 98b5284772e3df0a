"""Know the rules: who deals, who is skunked, who takes the points; and the words."""
