"""Match records as text, our own and (later) those of other programs."""
