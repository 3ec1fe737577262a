"""How the weights are made: self-play, labels, fitting, export, the gate; one recipe file is one net.

`tavla train recipes/NAME.toml` runs a recipe's steps in their order. What a step makes lies in
`runs/NAME/`; a step whose work lies there is not done again, and one that was broken off goes on where it stood.
"""
