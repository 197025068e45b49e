# Several programs and texts in one archive.
import io

import torch
from torch.export.pt2_archive._package import PT2ArchiveReader, PT2ArchiveWriter, is_pt2_package, load_pt2, package_pt2


class Scale(torch.nn.Module):
    def __init__(self, by):
        super().__init__()
        self.by = torch.nn.Parameter(torch.full((2,), by))
        self.shift = torch.ones(2)

    def forward(self, x):
        return x * self.by + self.shift


x = torch.tensor([1.0, 2.0])
programs = {name: torch.export.export(Scale(by), (x,)) for name, by in (("twice", 2.0), ("thrice", 3.0))}
archive = io.BytesIO()
package_pt2(archive, exported_programs=programs, extra_files={"note.txt": "two of them"})
archive.seek(0)
contents = load_pt2(archive)
for name in sorted(contents.exported_programs):
    print(name, contents.exported_programs[name].module()(x), contents.exported_programs[name].graph_module.code)
print(contents.extra_files)

one = io.BytesIO()
torch.export.save(programs["twice"], one)
one.seek(0)
print(list(load_pt2(one).exported_programs))
one = io.BytesIO()
package_pt2(one, exported_programs=programs["thrice"])
one.seek(0)
print(torch.export.load(one).module()(x))
try:
    package_pt2(io.BytesIO())
except AssertionError as e:
    print(e)

members = io.BytesIO()
with PT2ArchiveWriter(members) as w:
    w.write_string("notes/a", "text")
    w.write_bytes("b", b"12")
    print(w.has_record("b"), w.has_record("c"))
members.seek(0)
with PT2ArchiveReader(members) as r:
    print(r.get_file_names()[:4], r.read_string("notes/a"), r.read_bytes("b"), r.archive_version())
print(is_pt2_package(members.getvalue()), is_pt2_package(b"no archive"))
