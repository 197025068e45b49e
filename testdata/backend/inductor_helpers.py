# What tests of the inductor use beside it: numbers, lists, caches of methods, and source text that is written line by line.
import torch
from torch._inductor.runtime.runtime_utils import next_power_of_2
from torch._inductor.utils import IndentedBuffer, InputType, argsort, cache_on_self, ceildiv, is_same_tensor, pad_listlike, sympy_product

print(ceildiv(7, 2), ceildiv(8, 2), ceildiv(0, 3), ceildiv(-7, 2))
print(sympy_product([2, 3]), sympy_product([]))
print(argsort([3, 1, 2, 1]), argsort([]), argsort((5, 5, 0)))
print(pad_listlike(1, 3), pad_listlike([1], 3), pad_listlike((2,), 2), pad_listlike([1, 2], 2))
print(InputType)
print([next_power_of_2(n) for n in (0, 1, 2, 3, 5, 64, 65, 1000)])


class Counted:
    n = 0

    @cache_on_self
    def value(self):
        self.n += 1
        return self.n


a = Counted()
print(a.value(), a.value(), a.n)
Counted.value.clear_cache(a)
print(a.value(), a.value(), Counted().value())

x = torch.ones(4, 4)
print([is_same_tensor(x, y) for y in (x, x.clone(), x.view(4, 4), x.t(), x[1:], x.view(torch.int32))])

b = IndentedBuffer()
b.writeline("def f():")
with b.indent():
    b.writeline("x = 1")
    b.writelines(["y = 2", "", "z"])
    with b.indent(2):
        b.writeline("deep")
    b.splice("""
        if a:
            b
        c
    """)
    b.splice("""
        q
          r
    """, strip=True)
    b.do_indent()
    b.writeline("w")
    b.do_unindent()
    b.writeline("v")
print(b.getvalue())
print(bool(b), b.contains("w"), b.contains("        w"))
c = IndentedBuffer(initial_indent=2)
c.writeline("a \\")
c.writeline("b \\")
print(repr(c.getvalue()))
print(repr(c.getrawvalue()))
copy = IndentedBuffer()
copy.splice(b)
print(copy.getvalue() == b.getvalue(), (b + copy).getvalue() == b.getvalue() * 2)
with c.indent():
    c.splice(copy)
print(c.getvalue())
copy.clear()
print(bool(copy), repr(copy.getvalue()))
try:
    b + c
except AssertionError as e:
    print(e)
