"""Instructions of Python as data, the tables beside them, and names of generated functions."""

import dataclasses
import dis
import itertools
import typing

_counter = itertools.count()
COMPILED_FN_PREFIX = "__compiled_fn"


def unique_id(name, with_uuid=False):
    return f"{name}_{next(_counter)}"


def is_generator(code):
    return bool(code.co_flags & 0x20)


class _NotProvided:
    """An operand that was not given."""


@dataclasses.dataclass
class InstructionExnTabEntry:
    """The handler of a range of instructions, both ends of which belong to it."""

    start: "Instruction"
    end: "Instruction"
    target: "Instruction"
    depth: int
    lasti: bool

    def __repr__(self):
        return f"InstructionExnTabEntry(start={self.start.short_inst_repr()}, end={self.end.short_inst_repr()}, target={self.target.short_inst_repr()}, depth={self.depth}, lasti={self.lasti})"

    def __eq__(self, other):
        return isinstance(other, InstructionExnTabEntry) and all(
            getattr(self, name) is getattr(other, name) if name in ("start", "end", "target") else getattr(self, name) == getattr(other, name)
            for name in ("start", "end", "target", "depth", "lasti"))


@dataclasses.dataclass
class Instruction:
    """An instruction that can be changed; each is equal to itself alone."""

    opcode: int
    opname: str
    arg: typing.Optional[int]
    argval: typing.Any
    offset: typing.Optional[int] = None
    starts_line: typing.Optional[int] = None
    is_jump_target: bool = False
    positions: typing.Any = None
    target: typing.Optional["Instruction"] = None
    exn_tab_entry: typing.Optional[InstructionExnTabEntry] = None
    argrepr: typing.Optional[str] = None

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        return self is other

    def short_inst_repr(self):
        return f"Instruction(opname={self.opname}, offset={self.offset})"

    def copy_positions(self, other):
        self.starts_line, self.positions = other.starts_line, other.positions


# Instructions with flags in the lowest bits of their operand, beside the name that they stand for.
_FLAGGED = ("LOAD_GLOBAL", "LOAD_ATTR", "LOAD_SUPER_ATTR")


def inst_has_op_bits(name):
    return name in _FLAGGED


def create_instruction(name, *, arg=None, argval=_NotProvided, target=None):
    """An instruction by its name, with at most one of an operand, the value that it stands for, and a target."""
    given = argval is not _NotProvided and argval is not None
    if (arg is not None and not inst_has_op_bits(name)) + given + (target is not None) > 1:
        raise RuntimeError("only one of arg, argval, and target can be not None/_NotProvided")
    if inst_has_op_bits(name) and arg is None:
        arg = 0
    return Instruction(opcode=dis.opmap[name], opname=name, arg=arg, argval=argval, target=target)


def create_jump_absolute(target):
    return create_instruction("JUMP_FORWARD", target=target)


def create_load_const(val, checked=True):
    return create_instruction("LOAD_CONST", argval=val)


def create_dup_top():
    return create_instruction("COPY", arg=1)


def create_copy(i):
    return [create_instruction("COPY", arg=i)]


def create_swap(n):
    return [create_instruction("SWAP", arg=n)]


def create_rot_n(n):
    """Moves the top below the n - 1 entries under it."""
    return [create_instruction("SWAP", arg=i) for i in range(n, 1, -1)]


def create_build_tuple(n):
    return create_instruction("BUILD_TUPLE", arg=n)


def create_binary_subscr():
    return create_instruction("BINARY_OP", arg=26)


def create_call_function(nargs, push_null):
    """A call; with push_null the callable lies below its arguments without the NULL that a call wants."""
    call = [create_instruction("CALL", arg=nargs)]
    if not push_null:
        return call
    return [create_instruction("PUSH_NULL"), *create_rot_n(nargs + 1), *call] if nargs else [create_instruction("PUSH_NULL"), *call]


def create_call_method(nargs):
    return [create_instruction("CALL", arg=nargs)]


def create_load_method(name):
    return create_instruction("LOAD_ATTR", arg=1, argval=name)


def create_call_function_ex(has_kwargs, push_null):
    """A call with a sequence of arguments and, with has_kwargs, a dict of others."""
    insts = [] if has_kwargs else [create_instruction("PUSH_NULL")]
    if push_null:
        insts += [create_instruction("PUSH_NULL"), *create_rot_n(3)]
    return [*insts, create_instruction("CALL_FUNCTION_EX", arg=1)]


def add_push_null(inst_or_insts):
    """What pushes a NULL behind the callable that the instructions load: by a bit of the last one's operand, where it has one."""
    insts = [inst_or_insts] if isinstance(inst_or_insts, Instruction) else inst_or_insts
    last = insts[-1]
    if inst_has_op_bits(last.opname):
        last.arg |= 1
        return insts
    return [*insts, create_instruction("PUSH_NULL")]


def encode_varint(n):
    """n in groups of six bits, the lowest first; all but the last are marked."""
    if n < 0:
        raise AssertionError("only numbers that are not negative are encoded")
    groups = [n & 63]
    while n := n >> 6:
        groups[-1] |= 64
        groups.append(n & 63)
    return groups


def encode_exception_table_varint(n):
    """n in groups of six bits, the highest first; all but the last are marked."""
    if n < 0:
        raise AssertionError("only numbers that are not negative are encoded")
    groups = [n & 63]
    while n := n >> 6:
        groups.append(n & 63)
    groups.reverse()
    return [g | 64 for g in groups[:-1]] + groups[-1:]


def decode_exception_table_varint(bytes_iter):
    byte = next(bytes_iter)
    n = byte & 63
    while byte & 64:
        byte = next(bytes_iter)
        n = n << 6 | byte & 63
    return n


@dataclasses.dataclass
class ExceptionTableEntry:
    """A range of offsets, both ends of which belong to it, and its handler."""

    start: int
    end: int
    target: int
    depth: int
    lasti: bool


def check_exception_table(tab):
    """Entries are in order and do not overlap."""
    for i, (a, b) in enumerate(zip(tab, tab[1:])):
        if not a.start <= a.end < b.start <= b.end:
            raise AssertionError(f"exception table entries are not well-formed at index {i}: "
                                 f"entry[{i}]=(start={a.start}, end={a.end}), entry[{i + 1}]=(start={b.start}, end={b.end})")


def parse_exception_table(exntab):
    """The entries of a table as a code object has it."""
    it = iter(exntab)
    tab = []
    try:
        while True:
            start = decode_exception_table_varint(it) * 2
            end = start + decode_exception_table_varint(it) * 2 - 2
            target = decode_exception_table_varint(it) * 2
            depth, lasti = divmod(decode_exception_table_varint(it), 2)
            tab.append(ExceptionTableEntry(start, end, target, depth, bool(lasti)))
    except StopIteration:
        pass
    check_exception_table(tab)
    return tab


def assemble_exception_table(tab):
    """The reverse of parse_exception_table."""
    out = []
    for entry in tab:
        first = encode_exception_table_varint(entry.start // 2)
        first[0] |= 128
        length = encode_exception_table_varint((entry.end - entry.start) // 2 + 1)
        out += [*first, *length, *encode_exception_table_varint(entry.target // 2), *encode_exception_table_varint(entry.depth * 2 + entry.lasti)]
    return bytes(out)


def get_indexof(insts):
    """The places of instructions in a list."""
    indexof = {}
    for i, inst in enumerate(insts):
        if inst in indexof:
            raise AssertionError(f"instruction {inst} is twice in the list")
        indexof[inst] = i
    return indexof


def instruction_size(inst):
    return 2 * (1 + _CACHES.get(inst.opname, 0))


# How many cache entries follow instructions of CPython 3.14.
_CACHES = {"LOAD_GLOBAL": 4, "BINARY_OP": 5, "UNPACK_SEQUENCE": 1, "COMPARE_OP": 1, "CONTAINS_OP": 1, "FOR_ITER": 1, "LOAD_SUPER_ATTR": 1, "LOAD_ATTR": 9,
           "STORE_ATTR": 4, "CALL": 3, "CALL_KW": 3, "STORE_SUBSCR": 1, "SEND": 1, "JUMP_BACKWARD": 1, "TO_BOOL": 3, "POP_JUMP_IF_TRUE": 1,
           "POP_JUMP_IF_FALSE": 1, "POP_JUMP_IF_NONE": 1, "POP_JUMP_IF_NOT_NONE": 1}


def update_offsets(instructions):
    offset = 0
    for inst in instructions:
        inst.offset = offset
        offset += instruction_size(inst)


def _widest_first(entries, indexof):
    return sorted(entries, key=lambda e: (indexof[e.start], -indexof[e.end]))


def check_inst_exn_tab_entries_nested(tab, indexof):
    """Of two entries one lies in the other, or they are apart."""
    around = []
    for entry in tab:
        start, end = indexof[entry.start], indexof[entry.end]
        while around and around[-1][1] < start:
            around.pop()
        if around and around[-1][1] < end:
            raise AssertionError(f"exception table entry {(start, end)} is not properly nested within parent {around[-1]}")
        around.append((start, end))


def propagate_inst_exn_table_entries(instructions):
    """Gives each instruction in the range of an entry a copy of it, the innermost where there are several."""
    indexof = get_indexof(instructions)
    entries = {(indexof[e.start], indexof[e.end]): e for e in (inst.exn_tab_entry for inst in instructions) if e is not None}
    ordered = _widest_first(entries.values(), indexof)
    check_inst_exn_tab_entries_nested(ordered, indexof)
    for entry in ordered:
        for i in range(indexof[entry.start], indexof[entry.end] + 1):
            instructions[i].exn_tab_entry = dataclasses.replace(entry)


def check_inst_exn_tab_entries_valid(instructions):
    """Each instruction has an entry of its own, whose range holds it."""
    indexof = get_indexof(instructions)
    seen = set()
    for i, inst in enumerate(instructions):
        entry = inst.exn_tab_entry
        if entry is None:
            continue
        if id(entry) in seen:
            raise AssertionError(f"duplicate exn_tab_entry at instruction index {i}")
        seen.add(id(entry))
        if not indexof[entry.start] <= i <= indexof[entry.end]:
            raise AssertionError(f"the exn_tab_entry of the instruction at index {i} does not hold it")
        if entry.target not in indexof:
            raise AssertionError(f"the target of the exn_tab_entry at instruction index {i} is not in the list")


def compute_exception_table(instructions):
    """The table of instructions with offsets; where ranges lie in each other, the innermost counts."""
    indexof = get_indexof(instructions)
    entries = {}
    for inst in instructions:
        if e := inst.exn_tab_entry:
            key = (e.start.offset, e.end.offset + instruction_size(e.end) - 2)
            value = (e.target.offset, e.depth, e.lasti)
            if entries.setdefault(key, value) != value:
                raise AssertionError(f"two exception table entries for the range {key}")
    ordered = sorted(entries.items(), key=lambda item: (item[0][0], -item[0][1]))
    covered = {}
    for (start, end), value in ordered:
        for offset in range(start, end + 2, 2):
            covered[offset] = (start, end), value
    tab = []
    last = None
    for offset in sorted(covered):
        if tab and last == covered[offset] and tab[-1].end == offset - 2:
            tab[-1].end = offset
        else:
            tab.append(ExceptionTableEntry(offset, offset, *covered[offset][1]))
        last = covered[offset]
    check_exception_table(tab)
    return tab


def linetable_311_writer(first_lineno):
    """A list for the line table of code objects, and the function that adds the positions of an instruction to it."""
    linetable = []
    lineno = first_lineno

    def signed(n):
        return encode_varint(n << 1 if n >= 0 else -n << 1 | 1)

    def update(positions, inst_size):
        nonlocal lineno
        here = getattr(positions, "lineno", None)
        delta, lineno = (0, lineno) if here is None else (here - lineno, here)

        def entry(size):
            if here is None or None in (positions.end_lineno, positions.col_offset, positions.end_col_offset):
                linetable.extend((128 | 13 << 3 | size - 1, *signed(delta)))
            else:
                linetable.extend((128 | 14 << 3 | size - 1, *signed(delta), *encode_varint(positions.end_lineno - positions.lineno),
                                  *encode_varint(positions.col_offset + 1), *encode_varint(positions.end_col_offset + 1)))

        while inst_size > 8:
            entry(8)
            inst_size -= 8
        entry(inst_size)

    return linetable, update


def cleaned_instructions(code, safe=False):
    raise NotImplementedError("torch._dynamo.bytecode_transformation.cleaned_instructions: code objects have instructions of another encoding here")


def get_code_keys():
    """The parts of a code object, in the order in which types.CodeType takes them."""
    return ["co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_nlocals", "co_stacksize", "co_flags", "co_code", "co_consts", "co_names", "co_varnames",
            "co_filename", "co_name", "co_qualname", "co_firstlineno", "co_linetable", "co_exceptiontable", "co_freevars", "co_cellvars"]


def transform_code_object(code, transformations, safe=False):
    """Calls transformations with the instructions of code, which can be looked at and are of no encoding, and with the parts that there are.

    The code stays as it is: a change of the instructions is refused."""
    instructions = [Instruction(i.opcode, i.opname, i.arg, i.argval, i.offset, getattr(i, "line_number", None), positions=getattr(i, "positions", None)) for i in dis.get_instructions(code)]
    given = list(instructions)
    options = {key: getattr(code, key) for key in get_code_keys() if hasattr(code, key)}
    tracer_output = transformations(instructions, options)
    if instructions != given:
        raise NotImplementedError("torch._dynamo.bytecode_transformation.transform_code_object: code objects are not made of instructions here")
    return code, tracer_output
