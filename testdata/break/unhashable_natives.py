"""Objects of built-in classes without a hash raise in compiled code what they raise outside of it."""
import types

import torch
def f(x,b):
    out=[]
    try: out.append(hash(b)==hash(b))
    except TypeError as e: out.append(type(e).__name__)
    try: out.append({b:1})
    except TypeError as e: out.append(type(e).__name__)
    try: out.append(b in {1})
    except TypeError as e: out.append(type(e).__name__)
    return out, x+1
b=types.SimpleNamespace(a=2)
print(f(torch.ones(2),b)); print(torch.compile(f,backend='eager')(torch.ones(2),b))
