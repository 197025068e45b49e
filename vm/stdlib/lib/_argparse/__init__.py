"""The parts of module argparse."""
