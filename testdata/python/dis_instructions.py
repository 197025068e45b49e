# dis.get_instructions: the instructions of functions as data.
import dis


def branch(a, b):
    if a < 3:
        return a.real + len("text")
    return [b, None]


names = {"LOAD_FAST_BORROW": "LOAD_FAST"}  # which locals are borrowed does not matter
for i in dis.get_instructions(branch):
    name = names.get(i.opname, i.opname)
    if name in ("LOAD_FAST", "LOAD_GLOBAL", "LOAD_ATTR", "LOAD_CONST", "RETURN_VALUE", "BUILD_LIST"):
        print(name, repr(i.argval), repr(i.argrepr), i.line_number, i.positions.col_offset, i.positions.end_col_offset)
print([i.line_number for i in dis.get_instructions(branch) if i.starts_line])
code = compile("x = 1", "<text>", "exec")
print([i.opname for i in dis.get_instructions(code)][-1])
targets = [i.argval for i in dis.get_instructions(branch) if i.opname == "POP_JUMP_IF_FALSE"]
print(len(targets), targets[0] in [i.offset for i in dis.get_instructions(branch)])
try:
    dis.get_instructions(3)
except TypeError as e:
    print(e)
