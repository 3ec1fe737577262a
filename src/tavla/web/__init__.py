"""HTTP and WebSocket around `tavla.server`, and the page itself. It knows transport and nothing of the game."""
