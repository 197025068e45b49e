"""How errors of operators on tensors without data are worded."""
import torch

F = torch.nn.functional
x, y = torch.arange(24).reshape(2, 3, 4), torch.ones(2, 3)
double = torch.ones(1, 2, 2, dtype=torch.float64)
for f in (
    lambda: x[torch.tensor([0, 1]), torch.tensor([0, 1, 2])],
    lambda: torch.cat([]),
    lambda: torch.stack([]),
    lambda: x.div(2, rounding_mode="a"),
    lambda: F.embedding(torch.ones(2), torch.ones(3, 4)),
    lambda: torch.linalg.inv(torch.ones(2, 3)),
    lambda: torch.where(torch.ones(2, dtype=torch.int64), y, y),
    lambda: torch.histc(torch.ones(2), bins=0),
    lambda: F.unfold(torch.ones(2, 2), 1),
    lambda: F.cross_entropy(torch.ones(2, 3), torch.ones(2)),
    lambda: F.conv2d(double[None], torch.ones(1, 1, 1, 1)),
    lambda: torch.bmm(double, torch.ones(1, 2, 2)),
    lambda: torch.dot(torch.ones(2, dtype=torch.float64), torch.ones(2)),
    lambda: torch.argmax(torch.ones(0)),
    lambda: torch.ones(2) << 1,
    lambda: F.grid_sample(torch.ones(1, 1, 2, 2), torch.ones(1, 2, 2, 3)),
):
    torch._dynamo.reset()
    try:
        print(torch.compile(f, backend="eager")())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[1].split(": got ")[-1])
