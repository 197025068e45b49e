"""What a report about the environment says."""

import platform
import sys

import torch


def get_pretty_env_info():
    return f"PyTorch version: {torch.__version__} (magneto)\nIs debug build: False\nCUDA used to build PyTorch: None\n\nOS: {platform.system()}\nPython version: {sys.version}\nIs CUDA available: False"


def main():
    print("Collecting environment information...")
    print(get_pretty_env_info())
