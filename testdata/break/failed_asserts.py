"""Asserts that fail while tracing: of sizes, and with messages that are no strings."""
import torch


def attempt(f):
    torch._dynamo.reset()
    try:
        print(torch.compile(f, backend="eager", fullgraph=True, dynamic=True)(torch.ones(3)))
    except Exception as e:
        print(str(e).split("\n")[0], [line.strip() for line in str(e).split("\n") if "Explanation" in line or "context" in line])


def bare(x):
    assert x.shape[0] % 2 == 0
    return x


def joined(x):
    assert x.shape[0] == 4, "a" + "b"
    return x


def size(x):
    assert x.shape[0] == 4, x.shape
    return x


def formatted(x):
    assert x.shape[0] == 4, f"{x.shape}"
    return x


def number(x):
    assert x.shape[0] == 4, 3
    return x


def local(x):
    message = "m"
    assert x.shape[0] == 4, message
    return x


for f in (bare, joined, size, formatted, number, local):
    attempt(f)
