"""What it cost: a record judged decision by decision, and the words for it."""
