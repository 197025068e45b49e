# Figures of compilations, comparisons and helpers of torch._dynamo.utils.
from unittest import mock

import torch
from torch._dynamo import utils


def helper(x):
    return x + 1


def fn(x):
    y = helper(x)
    torch._dynamo.graph_break()
    return helper(y) * 2


def traced_code(gm, inputs):
    print([code.co_name for code in utils.get_traced_code()])
    return gm.forward


print(torch.compile(fn, backend=traced_code)(torch.ones(2)), utils.get_traced_code())

with torch._dynamo.config.patch(log_compilation_metrics=True), mock.patch("torch._dynamo.utils.log_compilation_event") as told:
    torch.compile(lambda x: x * 2, backend="eager")(torch.ones(3))
    try:
        torch.compile(fn, backend="eager", fullgraph=True)(torch.ones(3))
    except torch._dynamo.exc.Unsupported:
        pass
for call in told.call_args_list:
    figures = call[0][0]
    print(figures.co_name, figures.graph_node_shapes, figures.fail_type, figures.fail_user_frame_lineno, type(figures.dynamo_config))

with utils.dynamo_timed("phase", log_pt2_compile_event=True):
    utils.CompileEventLogger.pt2_compile("phase", count=1)
    utils.CompileEventLogger.increment("phase", utils.CompileEventLogLevel.CHROMIUM, "count", 2)
    print(utils.get_chromium_event_logger().get_event_data())
    try:
        utils.CompileEventLogger.chromium("other", count=1)
    except RuntimeError as e:
        print(e)
print("phase" in utils.compilation_time_metrics, "_compile.compile_inner" in utils.compile_times("csv")[0])

with mock.patch("torch._dynamo.utils.torch._inductor.config") as config:
    config.get_config_copy.return_value = {"a": {"b": {1: object}}, "c": object(), "s": {1}, (1, 2): 3}
    print(utils._scrubbed_inductor_config_for_logging())

for numel in (4, 100, 600, 2000):
    ones, exact = torch.ones(numel), torch.zeros(numel, dtype=torch.float64)
    agrees = [[utils.same(ones, ones * m, fp64_ref=exact, use_larger_multiplier_for_smaller_tensor=larger, log_error=lambda *_: None)
               for m in (1.9, 2.9, 7.9, 9.9)] for larger in (False, True)]
    print(numel, agrees)
print(utils.format_func_info(helper.__code__).partition(" ")[0], utils.const_repr([1, (2, "s")], local=True), utils.slice_length(slice(1, None, 2), 5))
print(utils.normalize_range_iter(iter(range(1, 5))), utils.clone_input(torch.ones(1).expand(3)), utils.is_safe_constant((1, ("x",))))
