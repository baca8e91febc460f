"""The documentation as a site: pages are put together, then built and checked."""
