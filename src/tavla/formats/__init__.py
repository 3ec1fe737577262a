"""Match records as text and bytes: our own, and those of other programs."""
