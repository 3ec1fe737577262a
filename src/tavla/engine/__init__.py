"""What to do: match equity, the cube, search, luck, rollouts, and one door: `decide`."""
