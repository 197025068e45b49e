"""XPU devices: there are none."""

TEST_XPU = False
