# Helpers that describe bytecode: instructions, tables of handlers and of lines.
import dis
import torch
from torch._dynamo import bytecode_transformation as b, bytecode_analysis as ba
from torch._dynamo.bytecode_transformation import *

def shown(insts): return [(x.opname, x.arg, x.argval if isinstance(x.argval, (int, str)) else None) for x in insts]
for n in (0, 1, 63, 64, 100, 4096, 5000000): print(n, encode_varint(n), b.encode_exception_table_varint(n))
i = create_instruction("LOAD_CONST", argval=3); print(i.opname, i.opcode == dis.opmap["LOAD_CONST"], i.arg, i.argval)
print(create_instruction("JUMP_FORWARD", target=i).target is i)
for insts in (create_call_function(2, True), create_call_function(2, False), create_rot_n(3), [create_dup_top()], [create_load_const(5)], add_push_null([create_instruction("LOAD_FAST", argval="x")])):
    print(shown(insts))
try: create_instruction("LOAD_CONST", arg=1, argval=2, target=i)
except Exception as e: print(type(e).__name__, e)
t = [b.ExceptionTableEntry(0, 4, 10, 1, True), b.ExceptionTableEntry(6, 8, 20, 0, False)]
bs = b.assemble_exception_table(t); print(bs, b.parse_exception_table(bs))

def f(x):
    y = x + 1
    try: z = y / 0
    except ZeroDivisionError: z = 3
    return z
insts = [create_instruction("NOP") for _ in range(4)]
insts[0].exn_tab_entry = InstructionExnTabEntry(insts[0], insts[2], insts[3], 0, True)
insts[1].exn_tab_entry = insts[0].exn_tab_entry
b.propagate_inst_exn_table_entries(insts); print([x.exn_tab_entry is not None for x in insts])
update_offsets(insts); print([x.offset for x in insts]); print(b.compute_exception_table(insts))
print(len(ba.remove_dead_code([create_instruction("RETURN_VALUE"), create_instruction("NOP")])), len(ba.remove_pointless_jumps([create_instruction("NOP")])))

def show(f):
    try: print(f())
    except AssertionError as e: print(type(e).__name__, str(e)[:200])
    except KeyError as e: print(type(e).__name__, e)
def mk(n): return [create_instruction("NOP") for _ in range(n)]
E = InstructionExnTabEntry
i = mk(10)
i[0].exn_tab_entry = E(i[0], i[9], i[9], 0, False); i[2].exn_tab_entry = E(i[2], i[5], i[9], 1, True)
show(lambda: b.propagate_inst_exn_table_entries(i)); print([None if x.exn_tab_entry is None else i.index(x.exn_tab_entry.start) for x in i])
show(lambda: b.check_inst_exn_tab_entries_valid(i)); update_offsets(i); show(lambda: b.compute_exception_table(i))
i = mk(6)
i[0].exn_tab_entry = E(i[0], i[3], i[5], 0, False); i[2].exn_tab_entry = E(i[2], i[4], i[5], 1, True)
show(lambda: b.propagate_inst_exn_table_entries(i))
i = mk(6)
for k in range(1, 5): i[k].exn_tab_entry = E(i[0], i[5], i[5], 0, False) if k in (1, 4) else E(i[1], i[4], i[5], 0, True)
i[0].exn_tab_entry = i[5].exn_tab_entry = i[1].exn_tab_entry
show(lambda: b.check_inst_exn_tab_entries_valid(i)); update_offsets(i); show(lambda: b.compute_exception_table(i))
show(lambda: b.check_exception_table([b.ExceptionTableEntry(0, 4, 10, 1, True), b.ExceptionTableEntry(4, 8, 20, 0, False)]))
i = mk(8)
i[2].exn_tab_entry = E(i[2], i[4], i[7], 0, False); i[2] = i[2]
j = [create_instruction("NOP"), create_instruction("JUMP_FORWARD", target=i[6]), *i]
show(lambda: [x.opname for x in ba.remove_dead_code(j)])
print(E(i[0], i[1], i[2], 0, True) == E(i[0], i[1], i[2], 0, True), i[0] == i[1], hash(i[0]) == hash(i[0]), i[0] == i[0], E(i[0], i[1], i[2], 0, True))
print(b.unique_id("x"), b.is_generator(f.__code__), b.instruction_size(create_instruction("LOAD_ATTR", arg=1)), b.instruction_size(create_instruction("NOP")))
show(lambda: shown(create_call_method(2)))
show(lambda: shown([b.create_load_method("foo")]))
show(lambda: shown(b.create_call_function_ex(True, False)))
show(lambda: shown(b.create_call_function_ex(False, True)))
print(create_jump_absolute(i[0]).opname)
show(lambda: shown(b.create_swap(2)))
show(lambda: shown(b.create_copy(2)))
show(lambda: shown(create_rot_n(1)))
show(lambda: shown(create_rot_n(2)))
show(lambda: shown(create_rot_n(4)))
show(lambda: shown(add_push_null(create_instruction("LOAD_GLOBAL", arg=2, argval="x"))))
show(lambda: shown(add_push_null([create_instruction("LOAD_GLOBAL", argval="x"), create_instruction("LOAD_ATTR", argval="y")])))
show(lambda: shown([b.create_build_tuple(2)]))
show(lambda: shown([b.create_binary_subscr()]))
show(lambda: b.create_instruction("FOO"))
show(lambda: b.create_instruction("LOAD_CONST", argval=[], arg=None).argval)
lt, w = linetable_311_writer(10)

w(dis.Positions(12, 13, 1, 4), 2); w(dis.Positions(5, 5, 200, 300), 9); w(dis.Positions(None, None, None, None), 1); w(dis.Positions(5, 5, 3, 6), 1); w(dis.Positions(6, 6, 3, 6), 1); w(dis.Positions(8, 8, None, None), 1); print(lt)
show(lambda: str(b.Instruction(1, "x", 1, 1))[:60])
