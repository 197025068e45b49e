# Backends for tests: what they do to graphs, and the errors of those that fail.
import torch
from torch._dynamo.backends.registry import get_default_backend, list_backends, lookup_backend, set_default_backend


def f(x):
    return torch.relu(x + 1)


x = torch.ones(3)
for name in ["ts", "aot_ts", "eager_debug", "eager_noexcept", "pre_dispatch_eager", "aot_eager_default_partitioner", "aot_eager_decomp_partition_crossref", "cudagraphs",
             "relu_accuracy_error_TESTING_ONLY", "relu_runtime_error_TESTING_ONLY", "relu_compile_error_TESTING_ONLY", "non_leaf_compile_error_TESTING_ONLY", "openxla"]:
    torch._dynamo.reset()
    print("==", name, name in list_backends(None), name in list_backends())
    for inputs in (x, torch.ones(3, requires_grad=True) * 2):
        try:
            print(torch.compile(f, backend=name)(inputs).tolist())
        except Exception as e:
            print(type(e).__name__, repr(str(e)))
g = torch.fx.symbolic_trace(lambda x: x @ x)
try:
    lookup_backend("eager_noexcept")(g, [x])(torch.ones(2, 3))
except Exception as e:
    print(type(e).__name__, e, repr(e.__cause__))
set_default_backend("eager")
print(get_default_backend())
print(torch.compile(f)(x))
set_default_backend("inductor")
