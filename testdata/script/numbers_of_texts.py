"""Numbers of strings in scripts: blanks in front are skipped, what follows the number is refused."""
import torch

unit = torch.jit.CompilationUnit("def whole(s: str):\n    return int(s)\n\n\ndef real(s: str):\n    return float(s)\n")
for s in ("12", " 12", "12 ", "\t-12", "+3", "1_0", "", "abc", "12abc", "99999999999999999999", "0x10", "1.5", "1e3", "-inf", "nan", "1e400", "-", "1.", ".5", "0x1p3", "1d"):
    for name in ("whole", "real"):
        try:
            print(repr(s), name, getattr(unit, name)(s))
        except Exception as e:
            print(repr(s), name, str(e).strip().split("\n")[-1])
