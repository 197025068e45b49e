# Random parameters and tensors for measurements, names of counts of operations, what torch.hub reads of names.
import torch
import torch.utils.benchmark as B
from torch.utils.benchmark.utils.fuzzer import dtype_size, prod
from torch.utils.flop_counter import convert_num_with_suffix, convert_to_percent_str, get_suffix_str, sdpa_backward_flop_count


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for constraints in (None, [lambda p: p["n"] > 3]):
    fuzzer = B.Fuzzer(parameters=[B.FuzzedParameter("n", 1, 16, distribution="loguniform"), B.FuzzedParameter("m", 2, 9, distribution="uniform"),
                                  B.FuzzedParameter("d", 1, 3, distribution="uniform"), [B.FuzzedParameter("s", 1, 2, distribution="uniform", strict=True)]],
                      tensors=[B.FuzzedTensor("x", size=("n", "m"), steps=("s", 1)),
                               [B.FuzzedTensor("y", size=("n", "m", 3), dim_parameter="d", probability_contiguous=0.2, dtype=torch.int32)]],
                      constraints=constraints, seed=3)
    for tensors, properties, parameters in fuzzer.take(4):
        print(parameters, {k: (t.shape, t.stride(), t.dtype, round(float(t.double().sum()), 3)) for k, t in tensors.items()})
        print({k: {a: b.tolist() if a == "order" else b for a, b in p.items()} for k, p in properties.items()})
    print(fuzzer.rejection_rate)
fuzzer = B.Fuzzer([B.FuzzedParameter("n", 1, 8, distribution="uniform"), B.FuzzedParameter("k", 2, 5, distribution="loguniform")],
                  [B.FuzzedTensor("t", size=("n", "k"), min_elements=5, max_elements=20, max_allocation_bytes=100)], seed=1)
print([(p, tensors["t"].shape) for tensors, _, p in fuzzer.take(3)], fuzzer.rejection_rate)
one = B.FuzzedParameter("n", 1, 2, distribution="uniform")
for f in (lambda: B.FuzzedParameter("n", 1, 2, distribution={1: .5}), lambda: B.FuzzedParameter("n", distribution="other"), lambda: B.ParameterAlias("n"),
          lambda: list(B.Fuzzer([one], [], constraints=[lambda p: False]).take(1)), lambda: B.Fuzzer([one], [B.FuzzedTensor("n", ("n",))]), lambda: one.name,
          lambda: (dtype_size(torch.bool), dtype_size(torch.float64), prod([2, 3], base=4)), lambda: B.Timer("x", language="other"),
          lambda: [get_suffix_str(n) for n in (0, 999, 123456, 1e7, 1e9, 1e12)], lambda: (convert_num_with_suffix(12345678, "M"), convert_to_percent_str(3, 7), convert_to_percent_str(3, 0)),
          lambda: sdpa_backward_flop_count((2, 3, 5, 7), (2, 3, 5, 4), (2, 3, 6, 4), (2, 3, 6, 7)),
          lambda: torch.hub._parse_repo_info("a/b:main"), lambda: torch.hub._parse_repo_info("a"), lambda: torch.hub._check_module_exists("os")):
    show(f)

for times in ([2e-3] * 3, [1e-6, 1.1e-6, 1.2e-6, 1.3e-6], [1e-3, 1.5e-3, 2e-3]):
    m = B.Measurement(1, times, B.TaskSpec("s", ""))
    print(m.significant_figures, m.median, m.has_warnings, m.meets_confidence())
measured = [B.Measurement(1, [i * 1.23456e-3] * 3, B.TaskSpec("s", "", label="lab", sub_label=f"sub{i}", description=f"d{i % 2}", num_threads=1 + i % 2)) for i in range(1, 5)]
compared = B.Compare(measured)
compared.trim_significant_figures()
print(compared)
