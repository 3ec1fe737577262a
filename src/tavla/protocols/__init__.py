"""Talking to other programs: UBGI, lines of JSON, and the socket of GNU Backgammon's external players.

Each protocol is a class that takes a line and gives its answer; who reads and writes the lines is the command line's
business. Nothing that comes in ends a conversation but its own farewell.
"""
