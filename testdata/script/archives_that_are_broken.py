# Archives of scripts whose code was cut or mixed up: each is refused, with an error that a program can catch.
import io
import zipfile
from typing import Optional

import torch


class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x, k: Optional[int] = None):
        if k is not None:
            x = x + k
        y = torch.jit.annotate(Optional[int], 3)
        if y is None:
            return self.linear(x)
        while bool(x.sum() > 3):
            if bool(x.sum() > 100):
                return x
            x = x - y
        return self.linear(x)


def rewritten(change):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        for name, data in records.items():
            z.writestr(name, change(name, data))
    out.seek(0)
    return out


buffer = io.BytesIO()
torch.jit.save(torch.jit.script(M()), buffer)
with zipfile.ZipFile(buffer) as z:
    records = {name: z.read(name) for name in z.namelist()}
code = [n for n in records if n.endswith(".py")]
text = b"".join(records[n] for n in code)


def attempt(what, change):
    try:
        m = torch.jit.load(rewritten(change))
        m(torch.ones(2, 3))
        print(what, "ran")
    except RuntimeError as error:
        s = str(error)
        print(what, "refused", "internal" in s)


def replaced(old, new):
    assert old in text, old
    return lambda name, data: data.replace(old, new) if name in code else data


attempt("as it was", lambda name, data: data)
attempt("a cast of nothing", replaced(b"unchecked_cast(int, k)", b"unchecked_cast(int)"))
attempt("a cast to an unknown type", replaced(b"unchecked_cast(int, k)", b"unchecked_cast(Integer, k)"))
attempt("an uninitialized of nothing", replaced(b"uninitialized(Tensor)", b"uninitialized()"))
attempt("an unknown operator", replaced(b"torch.add", b"torch.added"))
attempt("an unknown class", replaced(b"class Linear(", b"class Liner("))
attempt("an unknown method", replaced(b").forward(", b").backward_("))
attempt("a return less", replaced(b"  return ", b"  a = "))
attempt("a missing attribute", replaced(b"  weight : Tensor", b"  wait : Tensor"))
attempt("a wrong attribute", replaced(b"  weight : Tensor", b"  weight : int"))
attempt("a constant that is a name", replaced(b"Final[int] = 3", b"Final[int] = three"))
attempt("a cut text", lambda name, data: data[: len(data) // 2] if name in code else data)
attempt("no values", lambda name, data: b"" if name.endswith("/data.pkl") else data)
attempt("cut values", lambda name, data: data[: len(data) // 2] if name.endswith("/data.pkl") else data)
