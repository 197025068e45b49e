# Archives of scripted and traced modules that are written here load again and give the same. That PyTorch loads them too, archives/modules.py says: its command read,
# run by PyTorch on a folder that its command write has filled.
import io
import os
import sys
import warnings

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "archives"))
warnings.simplefilter("ignore")
from modules import modules, runs_right, written

for name in modules:
    print(name, runs_right(io.BytesIO(written(name))))
