"""Where matches are kept: append and load, nothing cleverer."""

from tavla.store.base import Kept, Store, Summary
from tavla.store.sql import SqlStore, default_url

__all__ = ["Kept", "SqlStore", "Store", "Summary", "default_url"]
