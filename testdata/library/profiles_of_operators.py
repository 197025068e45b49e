"""Profiles of operators: as text and back, and the fake kernels that follow them. Sizes that a fake implementation leaves open are symbols."""
import io

import torch
from torch._library.fake_profile import (MissingOpProfile, OpProfile, TensorMetadata, generate_yaml_from_profiles, get_torch_version, load_op_profiles, read_profiles_from_yaml, save_op_profiles,
                                         unsafe_generate_fake_kernels)
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv


def attempt(f):
    try:
        print("given", f())
    except Exception as e:
        print(type(e).__name__, str(e).partition(" inputs: ")[0].replace(get_torch_version(), "VERSION"))


matrix = TensorMetadata(rank=2, dtype=torch.float32, device=torch.device("cpu"), layout=torch.strided)
numbers = TensorMetadata(rank=1, dtype=torch.int64, device=torch.device("cpu"), layout=torch.strided)
half = TensorMetadata(rank=0, dtype=torch.bfloat16, device=torch.device("meta"), layout=torch.sparse_coo)
profiles = {"profiled.foo.default": {OpProfile((matrix, matrix), matrix)}, "profiled.bar.default": {OpProfile((matrix, None), (matrix, numbers))}}
whole = {"profiled.foo.default": {OpProfile((matrix, numbers), matrix), OpProfile((half,), (numbers, half))}, "profiled.baz.default": {OpProfile((), matrix)}}
text = generate_yaml_from_profiles(profiles)
print(text.replace(get_torch_version(), "VERSION"))
print(read_profiles_from_yaml(generate_yaml_from_profiles(whole)) == whole, TensorMetadata.maybe_from_tensor(torch.ones(2)), TensorMetadata.maybe_from_tensor(3))
file = io.BytesIO()
save_op_profiles(whole, file)
file.seek(0)
print(load_op_profiles(file) == whole)
attempt(lambda: read_profiles_from_yaml("torch_version: '1.1'\noperators: {}\n"))

lib = torch.library.Library("profiled", "FRAGMENT")
lib.define("foo(Tensor a, Tensor b) -> Tensor")
lib.define("bar(Tensor a, Tensor? b) -> (Tensor, Tensor)")
lib.impl("foo", lambda a, b: a + b, "CompositeExplicitAutograd")
mode = FakeTensorMode(shape_env=ShapeEnv())
with mode:
    a = mode.from_tensor(torch.ones(2, 2))
    with unsafe_generate_fake_kernels(profiles):
        for f in (lambda: torch.ops.profiled.foo(a, a), lambda: torch.ops.profiled.bar(a, None), lambda: torch.ops.profiled.foo(a[0], a)):
            attempt(f)
    attempt(lambda: torch.ops.profiled.foo(a, a))
attempt(lambda: unsafe_generate_fake_kernels({"nowhere.x.default": set()}).__enter__())
torch.library.register_fake("profiled::bar", lambda a, b: (a, a), lib=lib)
with FakeTensorMode(shape_env=ShapeEnv()) as mode:
    a = mode.from_tensor(torch.ones(2, 2))
    with unsafe_generate_fake_kernels(profiles):
        attempt(lambda: torch.ops.profiled.bar(a, None))
    attempt(lambda: torch.ops.profiled.bar(a, None))


@torch.library.custom_op("profiled::places", mutates_args=())
def places(x: torch.Tensor) -> torch.Tensor:
    return x.nonzero()


@places.register_fake
def _(x):
    return x.new_empty(torch.library.get_ctx().new_dynamic_size(), x.dim(), dtype=torch.int64)


with FakeTensorMode(shape_env=ShapeEnv()) as mode:
    print(places(mode.from_tensor(torch.ones(2, 2))), issubclass(MissingOpProfile, RuntimeError))
lib.define("both(Tensor a) -> Tensor")
lib.impl("both", lambda a: a.clone(), "CompositeExplicitAutograd")
lib._register_fake("both", lambda a: a.new_empty(7))
with FakeTensorMode() as mode:
    print(torch.ops.profiled.both(mode.from_tensor(torch.ones(2))), torch.ops.profiled.both(torch.ones(2, device="meta")).shape)
