"""What instructions reach, and what they read and write."""

from torch._dynamo.bytecode_transformation import get_indexof

TERMINAL_OPNAMES = {"RETURN_VALUE", "JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "JUMP_ABSOLUTE", "RAISE_VARARGS", "RERAISE"}


def _jumps(inst):
    return inst.target is not None and "JUMP" in inst.opname or inst.opname in ("FOR_ITER", "SEND")


def remove_dead_code(instructions):
    """The instructions that can be reached; ranges of handlers shrink to those."""
    indexof = get_indexof(instructions)
    live = set()
    waiting = [0]
    while waiting:
        for i in range(waiting.pop(), len(instructions)):
            if i in live:
                break
            live.add(i)
            inst = instructions[i]
            if inst.exn_tab_entry:
                waiting.append(indexof[inst.exn_tab_entry.target])
            if _jumps(inst):
                waiting.append(indexof[inst.target])
            if inst.opname in TERMINAL_OPNAMES:
                break
    kept = sorted(live)
    for i in kept:
        if entry := instructions[i].exn_tab_entry:
            inside = [k for k in kept if indexof[entry.start] <= k <= indexof[entry.end]]
            entry.start, entry.end = instructions[inside[0]], instructions[inside[-1]]
    return [instructions[i] for i in kept]


def remove_pointless_jumps(instructions):
    """Leaves out jumps to the instruction that follows."""
    pointless = {a for a, b in zip(instructions, instructions[1:]) if a.opname in ("JUMP_FORWARD", "JUMP_ABSOLUTE") and a.target is b}
    return [inst for inst in instructions if inst not in pointless]


def livevars_analysis(instructions, instruction):
    """The names of the locals that the code from an instruction on may read before it writes them."""
    indexof = get_indexof(instructions)

    class Walk:
        def __init__(self):
            self.reads, self.writes, self.visited = set(), set(), set()

        def run(self, start):
            if start in self.visited:
                return
            self.visited.add(start)
            for i in range(start, len(instructions)):
                inst = instructions[i]
                name = inst.argval if isinstance(inst.argval, str) else None
                if name is not None and ("FAST" in inst.opname or "DEREF" in inst.opname or inst.opname == "LOAD_CLOSURE"):
                    if "STORE" in inst.opname:
                        self.writes.add(name)
                    elif name not in self.writes:
                        self.reads.add(name)
                if inst.exn_tab_entry:
                    elsewhere.run(indexof[inst.exn_tab_entry.target])
                if _jumps(inst):
                    elsewhere.run(indexof[inst.target])
                if inst.opname in TERMINAL_OPNAMES:
                    return

    always, elsewhere = Walk(), Walk()
    always.run(indexof[instruction])
    return always.reads | elsewhere.reads
