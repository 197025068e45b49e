# Archives of exported programs that PyTorch has written load here and give what they say that they give.
import os
import sys
import warnings

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "archives")
sys.path.insert(0, folder)
warnings.simplefilter("ignore")
from programs import programs, runs_right

for name in programs:
    print(name, *[runs_right(os.path.join(folder, name + suffix + ".pt2")) for suffix in ("", "_decomposed")])
