"""Functions behind DataParallel, which has no devices here."""
