"""The games as research environments; each adapter needs its own extra and none is imported by pithead itself."""
