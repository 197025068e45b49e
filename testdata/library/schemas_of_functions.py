# The schema of a custom operator from annotations, and what custom_op refuses.
import torch, typing
from typing import *
from torch import Tensor
import torch.library as L
def t(name, f):
    try: r = f(); print(name, "->", r)
    except Exception as e: print(name, "!", type(e).__name__, str(e).split("\n")[0][:300])
# infer_schema
def s1(x: Tensor, y: int, z: float, b: bool, s: str) -> Tensor: ...
def s2(x: Optional[Tensor], y: Sequence[int], z: List[float], *, k: Optional[int] = None) -> None: ...
def s3(x: List[Tensor], y: Sequence[Optional[Tensor]], d: torch.dtype, dev: torch.device = None) -> Tuple[Tensor, Tensor]: ...
def s4(x: Tensor, s: torch.types.Number = 1, n: str = "a") -> List[Tensor]: ...
def s5(x: Tensor) -> Tuple[int, float, bool, Tensor]: ...
def s6(x) -> Tensor: ...
def s7(x: Tensor): ...
def s9(*x: Tensor) -> Tensor: ...
def s10(**x: Tensor) -> Tensor: ...
def s11(x: Tensor, y: Tensor = None) -> Tensor: ...
def s12(x: Tensor, k: int = 1.5, l: bool=True, f: float = 2.0, d: torch.dtype = torch.float32) -> int: ...
def s14(x: "Tensor", y: "list[int]", z: "int | None") -> "Tensor": ...
def s18(x: Tensor, i: Union[int, float, bool]) -> Tensor: ...
def s20(x: Tensor, i: torch.Generator) -> Tensor: ...
for f in [s1, s2, s3, s4, s5, s6, s7, s9, s10, s11, s12, s14, s18, s20]:
    t(f.__name__, lambda: L.infer_schema(f, mutates_args=()))
t("m1", lambda: L.infer_schema(s1, mutates_args={"x"}))
t("m2", lambda: L.infer_schema(s1, mutates_args={"y"}))
t("m3", lambda: L.infer_schema(s1, mutates_args={"q"}))
t("m4", lambda: L.infer_schema(s3, mutates_args={"x"}))
t("m5", lambda: L.infer_schema(s3, mutates_args="unknown"))
t("m6", lambda: L.infer_schema(s3, mutates_args="x"))
t("m7", lambda: L.infer_schema(s2, mutates_args={"x"}, op_name="foo"))
t("m8", lambda: L.infer_schema(s2))
# custom_op
t("c1", lambda: L.custom_op("foo", mutates_args=())(s1))
t("c2", lambda: L.custom_op("a::b::c", mutates_args=())(s1))
t("c3", lambda: L.custom_op("aten::b", mutates_args=())(s1))
t("c4", lambda: L.custom_op("ns1::b", s1, mutates_args=()))
t("c4b", lambda: L.custom_op("ns1::bb", mutates_args=())(s1))
t("c5", lambda: L.custom_op("ns1::c", mutates_args=("q",))(s1))
t("c6", lambda: L.custom_op("ns1::c", mutates_args=(), schema="(Tensor x) -> Tensor")(s1))
t("c7", lambda: L.custom_op("ns1::d", mutates_args=(), schema="(Tensor x, int y, float z, bool b, str s) -> Tensor")(s1))
t("c9", lambda: L.custom_op("ns1::ret", mutates_args=())(s2))
t("c10", lambda: L.custom_op("ns1::f.ov", mutates_args=())(s1))
t("c11", lambda: L.custom_op("ns1::g", mutates_args=(), device_types="cpu")(s1))
t("c12", lambda: L.custom_op("ns1::h", mutates_args=(), device_types="foo")(s1))
t("c13", lambda: L.custom_op("ns1::i", mutates_args=("x",))(lambda x: None))
t("c14", lambda: L.custom_op("ns1::al", mutates_args=(), schema="(Tensor(a) x) -> Tensor(a)")(lambda x: x))
t("c15", lambda: L.custom_op("ns1::al2", mutates_args=(), schema="(Tensor(a!) x) -> Tensor")(lambda x: x))
t("c16", lambda: L.custom_op("ns1::al3", mutates_args=("x",), schema="(Tensor x) -> Tensor")(lambda x: x))
t("c17", lambda: L.custom_op("ns1::al4", mutates_args=("x",), schema="(Tensor(a!) x) -> Tensor(a!)")(lambda x: x))
