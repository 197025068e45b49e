# Archives of scripted and traced modules that PyTorch has written load here and give what they say that they give; written and loaded once more they do so too.
import os
import sys
import warnings

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "archives")
sys.path.insert(0, folder)
warnings.simplefilter("ignore")
from modules import modules, runs_right

for name in modules:
    print(name, runs_right(os.path.join(folder, name + ".pt")))
