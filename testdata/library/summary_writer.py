"""SummaryWriter: event files are read back record by record, with their checksums."""

import os
import struct
import tempfile
import zlib

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter
from torch.utils.tensorboard._records import masked_crc32c, read_records
from torch.utils.tensorboard._wire import fields


def shown(data, depth=0):
    """A message as (field, value), messages in it too, where value looks like one."""
    out = []
    for number, value in fields(data):
        if isinstance(value, bytes) and len(value) > 60:
            value = f"{len(value)} bytes"
        out.append((number, value))
    return out


def events(folder):
    for name in sorted(os.listdir(folder)):
        if "tfevents" in name:
            for record in read_records(os.path.join(folder, name)):
                yield dict(fields(record))


print(hex(masked_crc32c(b"123456789")), masked_crc32c(bytes(32)))
with tempfile.TemporaryDirectory() as root:
    folder = os.path.join(root, "run")
    with SummaryWriter(folder, purge_step=3) as w:
        for step in range(3):
            w.add_scalar("loss", torch.tensor(0.5 / (step + 1)), step, walltime=100.0 + step)
        w.add_scalar("new", 2.5, 1, new_style=True, double_precision=True, walltime=1)
        w.add_scalars("both", {"a": 1.0, "b": 2.0}, 7, walltime=2)
        w.add_text("note", "héllo", 4, walltime=3)
        w.add_histogram("weights", torch.tensor([-1.0, 0.0, 0.5, 0.5, 2.0]), 5, bins=[-2, -1, 0, 1, 2, 3, 4], walltime=4)
        w.add_histogram("many", np.arange(100), 5, bins="tensorflow", max_bins=50, walltime=4)
        w.add_image("image", torch.arange(12.0).view(3, 2, 2) / 12, 6, walltime=5)
        w.add_images("grey", torch.ones(3, 1, 2, 2, dtype=torch.uint8), walltime=5)
        w.add_audio("sound", torch.linspace(-1, 1, 10), sample_rate=100, walltime=6)
        w.add_pr_curve("curve", torch.tensor([0, 1, 1, 0]), torch.tensor([0.1, 0.9, 0.4, 0.6]), num_thresholds=5, walltime=7)
        w.add_tensor("t", torch.ones(2, 3), walltime=8)
        w.add_custom_scalars({"group": {"chart": ["Multiline", ["loss", "new"]], "margin": ["Margin", ["a", "b", "c"]]}})
        w.add_hparams({"lr": 0.1, "layers": 3, "bias": True, "name": "x"}, {"accuracy": 0.9}, run_name="settings", hparam_domain_discrete={"name": ["x", "y"]})
        w.add_embedding(torch.eye(2), metadata=["one", "two"])
        print(w.get_logdir() == folder, len(w.default_bins))
    for event in events(folder):
        if 5 not in event:
            print({k: v for k, v in event.items() if k != 1})
            continue
        value = dict(fields(dict(fields(event[5]))[1]))
        print(value.pop(1).decode(), event.get(2), struct.unpack("<d", event[1])[0] if event[1] and 2 in event else "")
        for number, content in value.items():
            print("   ", number, struct.unpack("<f", content)[0] if number == 2 else shown(content))
        if 4 in value:
            png = dict(fields(value[4]))[4]
            at, chunks = 8, {}
            while at < len(png):
                size, = struct.unpack(">I", png[at:at + 4])
                kind, data = png[at + 4:at + 8], png[at + 8:at + 8 + size]
                assert struct.unpack(">I", png[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + data)
                chunks[kind] = data
                at += 12 + size
            print("   ", png[:4], struct.unpack(">II", chunks[b"IHDR"][:8]), zlib.decompress(chunks[b"IDAT"]).hex())
    for name in ("both_a", "both_b", "settings"):
        for event in events(os.path.join(folder, name)):
            if 5 in event:
                value = dict(fields(dict(fields(event[5]))[1]))
                print(name, value[1].decode(), struct.unpack("<f", value[2])[0] if 2 in value else dict(fields(dict(fields(value[9]))[1]))[2].hex())
    with open(os.path.join(folder, "projector_config.pbtxt")) as f:
        print(f.read())
    for call in (lambda w: w.add_graph(None), lambda w: w.add_scalar("x", torch.ones(2)), lambda w: w.add_histogram("x", torch.ones(0)), lambda w: w.add_hparams([], {}), lambda w: w.add_image("x", torch.ones(2, 2))):
        with SummaryWriter(os.path.join(root, "errors")) as w:
            try:
                call(w)
            except (NotImplementedError, AssertionError, ValueError, TypeError) as e:
                print(type(e).__name__, e)
