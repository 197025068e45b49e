# torch._dynamo.export runs nothing of the program on its own tensors: buffers and arguments that the graph changes are as they were.
import torch


class Counting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
        self.norm = torch.nn.BatchNorm1d(2)
        self.register_buffer("count", torch.zeros(2))

    def forward(self, x):
        self.count.add_(1)
        x.mul_(2)
        return self.norm(self.linear(x)) + self.count, x


torch.manual_seed(0)
model, x = Counting(), torch.ones(3, 2)
graph, _ = torch._dynamo.export(model)(x)
print(model.count, model.norm.num_batches_tracked, model.norm.running_mean, x)
with torch.no_grad():
    first, second = graph(x)
print(first[0].round(), second is x, x[0], model.count, model.norm.num_batches_tracked)


def added(x, y):
    x.add_(y)
    return x, y.sin()


a, b = torch.ones(2), torch.ones(2)
graph, _ = torch._dynamo.export(added)(a, b)
print(a, b)
print(graph(a, b), a)
