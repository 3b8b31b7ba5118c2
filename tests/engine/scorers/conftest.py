"""A server for tests that watch what is fetched."""

from loopback.fixtures import loopback

__all__ = ["loopback"]
