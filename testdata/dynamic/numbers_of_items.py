# int, float and bool of tensors whose numbers the graph takes.
import torch

torch._dynamo.config.capture_scalar_outputs = True
x, n, b = torch.tensor([2.75, -3.25]), torch.tensor([2, 3]), torch.tensor([True, False])
programs = {
    "int of floats": lambda: (int(x[0]), int(x[1]), int(x[1].item()), x[0].__int__(), x * int(x[0])),
    "float of ints": lambda: (float(n[0]), float(n[1].item()), float(int(x[0])), x + float(n[1])),
    "numbers of bools": lambda: (int(b[0]), int(b[1]), float(b[0]), b[1].item(), int(b[0]) + int(b[0])),
    "types": lambda: (type(int(x[0])), type(float(n[0])), type(int(b[0])), type(float(b[0]))),
    "sizes": lambda: (torch.zeros(int(x[0])), torch.full((2,), int(x[0])), torch.tensor(int(x[0]))),
    "arithmetic": lambda: (int(x[0]) // 2 + int(x[1]) % 2, int(x[0]) + float(n[0]) * 2, max(int(x[0]), int(n[1]))),
}
for name, program in programs.items():
    for backend in "eager", "aot_eager", "inductor":
        torch._dynamo.reset()
        assert repr(torch.compile(program, backend=backend)()) == repr(program()), (name, backend)
    print(name, program())


class Graphs:
    def __call__(self, graph, inputs):
        print([node.name for node in graph.graph.nodes if node.op.startswith("call")])
        return graph


torch._dynamo.reset()
print(torch.compile(lambda x: (int(x[0]), x + 1), backend=Graphs(), fullgraph=True)(x))
torch._dynamo.reset()
print(torch.compile(lambda n: (float(n[0]), bool(n[1])), backend=Graphs(), fullgraph=True)(n))
