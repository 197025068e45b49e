# torch._export.db: programs that show what export takes.
import copy

import torch
from torch._export.db.case import ExportCase, SupportLevel, export_case, to_snake_case
from torch._export.db.examples import all_examples, filter_examples_by_support_level, get_rewrite_cases

print(sorted(all_examples()), len(filter_examples_by_support_level(SupportLevel.SUPPORTED)))
for name, case in sorted(filter_examples_by_support_level(SupportLevel.SUPPORTED).items()):
    if name == "assume_constant_result":  # a length of data
        continue
    args, kwargs = copy.deepcopy((case.example_args, case.example_kwargs))
    ep = torch.export.export(case.model, case.example_args, case.example_kwargs, dynamic_shapes=case.dynamic_shapes)
    got, wanted = ep.module()(*case.example_args, **case.example_kwargs), case.model(*args, **kwargs)
    print(name, sorted(case.tags), case.dynamic_shapes, len(get_rewrite_cases(case)))
    torch.testing.assert_close(got, wanted)
for name, case in filter_examples_by_support_level(SupportLevel.NOT_SUPPORTED_YET).items():
    try:
        torch.export.export(case.model, case.example_args, case.example_kwargs, dynamic_shapes=case.dynamic_shapes, strict=True)
    except Exception as e:
        print(name, type(e).__name__)
print(to_snake_case("TwoWordsHTTP"))
for wrong in (dict(example_args=[1]), dict(example_args=(), example_kwargs={1: 2}), dict(example_args=(), tags={"torch.none"})):
    try:
        ExportCase(description="d", model=torch.nn.ReLU(), name="n", **wrong)
    except ValueError as e:
        print(e)
