"""Readers: each turns one kind of hardware into looks at the tray."""
