# Trees of guards that a script builds itself: leaves, accessors, relations, verbose checks, managers of dicts, clones.
import functools
import weakref

import torch
from torch._C._dynamo import guards
from torch._C._dynamo.guards import DictGuardManager, RootGuardManager
from torch._dynamo.guards import GuardManagerType

root = RootGuardManager()
plain, of_dict = GuardManagerType.GUARD_MANAGER, GuardManagerType.DICT_GUARD_MANAGER


class Pair:
    def __init__(self, x, y):
        self.x, self.y = x, y


def leaf(title, guard, *values):
    print(title, guard.verbose_code_parts(), [guard(v) for v in values])


five, pair, listed = 5, Pair(1, 2), {"a": 1, "b": 2}
leaf("lambda", guards.LAMBDA_GUARD(root, functools.partial(lambda x, expected: x == expected, expected=5), ["x == 5"], None), 5, 6)
leaf("type", guards.TYPE_MATCH(root, id(int), ["type(x) == int"], None), 5, "x", True)
leaf("id", guards.ID_MATCH(root, id(pair), ["id"], None), pair, Pair(1, 2))
leaf("equals", guards.EQUALS_MATCH(root, 4, ["x == 4"], None), 4, 4.0, 5)
leaf("none", guards.NONE_MATCH(root, ["x is None"], None), None, 0)
leaf("not none", guards.NOT_NONE(root, ["x is not None"], None), None, 0)
leaf("true", guards.TRUE_MATCH(root, ["x is True"], None), True, 1)
leaf("length", guards.LENGTH_CHECK(root, 3, ["len(x) == 3"], None), [1, 2, 3], (1,), [])
leaf("dict length", guards.DICT_LENGTH(root, 2, ["len(x) == 2"], None), listed, {})
leaf("no attribute", guards.NO_HASATTR(root, "z", ["hasattr(x, 'z') == False"], None), pair, five)
leaf("contains", guards.DICT_CONTAINS(root, True, "a", ["has a"], None), listed, {})
leaf("contains not", guards.DICT_CONTAINS(root, False, "a", ["has no a"], None), listed, {})
leaf("in set", guards.SET_CONTAINS(root, True, 2, ["has 2"], None), {1, 2}, {3})
leaf("nan", guards.FLOAT_IS_NAN(root, ["isnan"], None), float("nan"), 1.0)
leaf("keys", guards.MAPPING_KEYS_MATCH(root, listed, ["keys"], None), {"a": 5, "b": 6}, {"b": 5, "a": 6})
iterator = iter((1, 2, 3))
leaf("iterator", guards.TUPLE_ITERATOR_LEN(root, 3, id(type(iterator)), ["len(it) == 3"], None), iter((4, 5, 6)), iter((4,)), 5)
version = guards.DICT_VERSION(root, listed, ["version"], None)
leaf("version", version, listed, dict(listed))
listed["a"] = 7
print(version(listed))
state = guards.GLOBAL_STATE(root, ["global state"], None)
with torch.no_grad():
    print(state(None))
print(state(None))
now = guards.GlobalStateGuard()
with torch.set_grad_enabled(False):
    print(now.check(), now.reason())
device = guards.DEFAULT_DEVICE(root, ["device"], None)
print(device(None))
x = torch.randn(4, 4)
match = guards.TENSOR_MATCH(root, x, [4, None], [4, 1], "x", ["check_tensor(x)"], None, type(x), torch._C._dispatch_keys(x))
leaf("tensor", match, x, x.t(), torch.randn(4, 4), torch.randn(3, 4), x.double(), torch.randn(4, 4, requires_grad=True))

top = RootGuardManager()
top.add_type_match_guard(id(Pair), ["type(foo) == Pair"], None)
top.getattr_manager("x", "x", 1, plain).add_lambda_guard(lambda v: v == 1, ["x == 1"], None)
top.getattr_manager("y", "y", 2, plain).add_lambda_guard(lambda v: v == 2, ["y == 2"], None)
print(len(top.get_leaf_guards()), len(top.get_accessors()), [a.repr() for a in top.get_accessors()], top.getattr_manager("x", "x", 1, plain) is top.get_child_managers()[0])
print(top.check(pair), top.check(Pair(3, 4)), top.check("nothing"))
for value in (Pair(1, 3), Pair(3, 4), "nothing"):
    info = top.check_verbose(value)
    print(info.result, info.verbose_code_parts, info.num_guards_executed)
del pair.y
info = top.check_verbose(pair)
print(info.result, info.verbose_code_parts, info.num_guards_executed)
x_manager = top.get_child_managers()[0]
print(x_manager.get_source(), x_manager.get_type_of_guarded_value(), x_manager.fail_count(), top.has_no_accessors(), x_manager.is_guarded_value_immutable())

items = RootGuardManager()
items.getitem_manager(0, "", 5, plain).add_lambda_guard(lambda v: v == 5, ["v == 5"], None)
items.getitem_manager(1, "", 6, plain).add_equals_match_guard(6, ["v == 6"], None)
print(items.check([5, 6]), items.check([5, 7]), items.check((5, 6)), items.check([5]), items.check_verbose([6, 6]).verbose_code_parts)

kinds = RootGuardManager()
kinds.type_manager("type", int, plain).add_lambda_guard(lambda t: t is int, ["int"], None)
print(kinds.check(4), kinds.check("a"))
rest = RootGuardManager()
rest.tuple_iterator_getitem_manager(2, "it", 3, plain).add_equals_match_guard(3, ["3"], None)
print(rest.check(iter((1, 2, 3, 4))), rest.check(iter((4, 4, 5, 5))))
reading = RootGuardManager()
reading.lambda_manager(lambda p: p.x, "p.x", 1, plain).add_lambda_guard(lambda v: v == 1, ["1"], None)
print(reading.check(Pair(1, 0)), reading.check(Pair(2, 0)))
weak = RootGuardManager()
weak.weakref_call_manager("w", pair, plain).add_lambda_guard(lambda v: v is pair, ["pair"], None)
print(weak.check(weakref.ref(pair)), weak.check("no reference"))
defaults = RootGuardManager()
defaults.func_defaults_manager("d", (1, 2), plain).getitem_manager(1, "", 2, plain).add_equals_match_guard(2, ["2"], None)
print(defaults.check(lambda a=1, b=2: a), defaults.check(lambda a=1, b=3: a))

related = RootGuardManager()
a, b = related.getattr_manager("x", "x", 1, plain), related.getattr_manager("y", "y", 1, plain)
guards.install_object_aliasing_guard(a, b, ["x is y"], None)
print(a.has_object_aliasing_guard(), related.check(Pair(x, x)), related.check(Pair(x, x.clone())), related.check(Pair(x, x)))
apart = RootGuardManager()
parts = [apart.getattr_manager(n, n, 1, plain) for n in ("x", "y")]
guards.install_no_tensor_aliasing_guard(parts, ["x", "y"], ["no_aliasing(x, y)"], None)
print(apart.check(Pair(x, x.clone())), apart.check(Pair(x, x)), apart.check(Pair(x, x.clone())))

scope = RootGuardManager()
inner = {"a": 1, scope: {"z": 3}, 100: x}
d = scope.getitem_manager("d", "d", inner, of_dict)
print(isinstance(d, DictGuardManager), scope.check({"d": inner}), scope.check({"d": {"a": 1}}))
for refused in (lambda: d.add_id_match_guard(id(inner), "id", None), lambda: d.getitem_manager("a", "", 1)):
    try:
        refused()
    except RuntimeError:
        print("RuntimeError")
d.get_key_manager(0, "", "a", plain).add_equals_match_guard("a", ["dict.keys()[0] == a"], None)
d.get_value_manager(0, "", 1, plain).add_equals_match_guard(1, ["d[0] == 1"], None)
print(scope.check({"d": inner}), scope.check({"d": {"b": 1, 1: 2, 3: 4}}), sorted(d.get_key_value_managers()))
nested = d.get_value_manager(1, "", inner[scope], of_dict)
nested.get_key_manager(0, "", "z", plain).add_equals_match_guard("z", ["z"], None)
nested.get_value_manager(0, "", 3, plain).add_equals_match_guard(3, ["three"], None)
print(scope.check({"d": inner}), scope.check_verbose({"d": {"a": 1, 2: {"z": 4}, 3: 3}}).verbose_code_parts, scope.check_verbose({"d": {}}).verbose_code_parts, scope.check_verbose({}).verbose_code_parts)

source = RootGuardManager()
source.add_lambda_guard(lambda v: True, ["yes"], None)
source.getattr_manager("x", "x", 1, plain).add_equals_match_guard(1, ["one"], None)
source.getattr_manager("y", "y", 2, plain).add_equals_match_guard(2, ["two"], None)
copied = source.clone_manager(lambda m: m.get_source() != "y")
print(source.check(Pair(1, 3)), copied.check(Pair(1, 3)), copied.check(Pair(2, 2)), len(copied.get_accessors()))
source.add_epilogue_lambda_guard(lambda v: v.x < v.y, ["x < y"], None)
print(source.check(Pair(1, 2)), len(source.get_epilogue_lambda_guards()))
