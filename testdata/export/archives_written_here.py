# Archives of exported programs that are written here load again and run. PyTorch loads and runs archives with these digests of their graphs, too: see
# archives/programs.py, whose command read says so of a folder that its command write has filled.
import hashlib
import io
import json
import os
import sys
import warnings
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "archives"))
warnings.simplefilter("ignore")
from programs import programs, runs_right, written

for name in programs:
    for decomposed in (False, True):
        data = written(name, decomposed)
        with zipfile.ZipFile(io.BytesIO(data)) as z:
            model = json.loads(z.read("archive/models/model.json"))
        print(name, decomposed, runs_right(io.BytesIO(data)), len(model["graph_module"]["graph"]["nodes"]), hashlib.sha256(json.dumps(model, sort_keys=True).encode()).hexdigest()[:16])
