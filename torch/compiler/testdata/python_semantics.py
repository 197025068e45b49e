"""What Python says of attributes, containers, partials, generators and exceptions holds in compiled code. Prints what differs from plain code."""
import collections
import collections.abc
import copy
import functools
import inspect
import sys
import types
from collections import Counter, OrderedDict, UserDict, UserList, defaultdict, deque, namedtuple

import torch

Point = namedtuple('Point', 'x y')


class CountsByItem(Counter):

    def __init__(self, *a, **k):
        self.called = False
        Counter.__init__(self, *a, **k)

    def __setitem__(self, k, v):
        self.called = True
        return Counter.__setitem__(self, k, v)


class CountsByGet(Counter):

    def __init__(self, *a, **k):
        self.called = False
        Counter.__init__(self, *a, **k)

    def get(self, k, d):
        self.called = True
        return Counter.get(self, k, d)


class WithoutGetter:
    p = property()


class Nameless:
    foo = property()


def factory():
    return list


def one_yield():
    yield 1


def stops():
    yield 1
    raise StopIteration(5)


def outcome(f):
    try:
        return f()
    except BaseException as x:
        return f'{type(x).__name__}: {x}'


def stored(o, n, v):
    setattr(o, n, v)


def field_of_namedtuple():
    p = Point(1, 2)
    p.x = 5
    return p


def start_of_range():
    r = range(3)
    r.start = 2
    return r


def new_of_range():
    r = range(3)
    r.foo = 2
    return r


def new_of_int():
    r = 3
    r.foo = 2
    return r


def new_of_list():
    r = [3]
    r.foo = 2
    return r


def new_of_tuple():
    r = (3,)
    r.foo = 2
    return r


def new_of_str():
    r = 'a'
    r.foo = 2


def new_field():
    p = Point(1, 2)
    p.z = 5
    return p.z


def deleted_field():
    p = Point(1, 2)
    del p.x


def new_of_dict():
    r = {}
    r.foo = 2


def new_of_set():
    r = set()
    r.foo = 2


def new_of_deque():
    r = collections.deque()
    r.foo = 2


def new_of_function():

    def q():
        pass
    q.foo = 2
    return q.foo


def start_of_slice():
    r = slice(1)
    r.start = 2


def dict_takes_user_dict():
    u = {1: 2}
    u |= UserDict({3: 4})
    return (type(u).__name__, u)


def user_dicts():
    a = UserDict({1: 2}) | {3: 4}
    b = {3: 4} | UserDict({1: 2})
    c = UserDict({1: 2})
    c |= {5: 6}
    return (type(a).__name__, type(b).__name__, type(c).__name__, dict(a), dict(b), dict(c))


def user_lists():
    a = [1] + UserList([2])
    b = UserList([2]) + [1]
    c = UserList([1])
    c += [2]
    d = [0]
    d += UserList([1])
    return (type(a).__name__, type(b).__name__, type(c).__name__, type(d).__name__, list(a), list(b), list(c), d)


def copied_factory():
    d = defaultdict(factory, a=1)
    d2 = copy.deepcopy(d)
    d3 = copy.copy(d)
    return (d2.default_factory is factory, d3.default_factory is factory, d2 == d, type(d2).__name__)


def copied_default():
    d = defaultdict(list, a=[1])
    d2 = copy.deepcopy(d)
    return (d2['a'] is d['a'], d2.default_factory, d2['q'])


def equal_native_methods():
    l = []
    m = l.append
    return (l.append == l.append, l.append == m, l.append == [].append, l.__add__ == l.__add__, {}.get == {}.get, hash(l.append) == hash(l.append) if False else 1)


def equal_methods():

    class A:

        def f(self):
            pass
    a = A()
    return (a.f == a.f, a.f is a.f, a.f == A().f, A.f == A.f)


def keys_not_iterable():

    class Bad:

        def keys(self):
            return 5

        def __getitem__(self, i):
            return 1
    d = {}
    d.update(Bad())


def updated_by_number():
    return {}.update(5)


def dict_of_number():
    return dict(5)


def triples():
    return dict([(1, 2, 3)])


def reduce_initial_text():
    return functools.reduce(lambda a, b: a + b, [0, 1], initial='')


def reduce_initial():
    return (functools.reduce(lambda a, b: a + b, [], initial=3), functools.reduce(lambda a, b: a + b, [1, 2], initial=3))


def reduce_nothing():
    return functools.reduce(max, [])


def placeholders():
    PH = functools.Placeholder
    p = functools.partial(lambda *a: a, PH, 0)
    return (p('x'), p.args[1], p('x', 1))


def nested_placeholders():
    PH = functools.Placeholder
    p = functools.partial(lambda *a: a, PH, 0)
    q = functools.partial(p, PH, 1, 2, 3)
    return (len(q.args), q('z'), outcome(lambda: q()))


def placeholder_keyword():
    return functools.partial(lambda *a, **k: a, x=functools.Placeholder)


def wraps_annotations():

    def f(a: int):
        pass

    @functools.wraps(f)
    def w(*a):
        pass
    return (w.__annotations__, w.__name__, w.__wrapped__ is f)


def wraps_builtin():

    def w(*a):
        pass
    functools.update_wrapper(w, max)
    return (w.__name__, w.__annotations__)


def wraps_builtin_doc():

    def w(*a):
        pass
    functools.update_wrapper(w, max)
    return w.__doc__[:3]


def equal_counters():
    return (Counter(a=3, b=2, c=0) == Counter('ababa'), Counter(a=3, b=2) != Counter('babab'), Counter(a=3, b=2) == {'a': 3}, Counter(a=1) <= Counter('aa'))


def counter_with_setitem():
    c = CountsByItem('abracadabra')
    return (c.called, dict(c))


def counter_with_get():
    c = CountsByGet('abracadabra')
    return (c.called, dict(c))


def property_read():
    return WithoutGetter().p


def property_set():
    WithoutGetter().p = 3


def property_deleted():
    del WithoutGetter().p


def property_named():
    return Nameless().foo


def getter_is_none():
    return property().fget(1)


def stop_iteration_inside():
    g = stops()
    next(g)
    try:
        next(g)
    except RuntimeError as x:
        return (str(x), type(x.__cause__).__name__, type(x.__context__).__name__, x.__suppress_context__, x.__cause__ is x.__context__)


def sent_too_early():
    return one_yield().send(3)


def generator_states():
    g = one_yield()
    a = inspect.getgeneratorstate(g)
    next(g)
    b = inspect.getgeneratorstate(g)
    list(g)
    return (a, b, inspect.getgeneratorstate(g))


def abstract_classes():
    return (issubclass(type(lambda: 1), collections.abc.Callable), issubclass(type(one_yield()), collections.abc.Iterator), issubclass(type(reversed([])), collections.abc.Iterable), issubclass(type({}.keys()), collections.abc.Set), issubclass(type(abs), collections.abc.Callable), issubclass(type((x for x in [])), collections.abc.Generator), isinstance(zip(), collections.abc.Iterator), issubclass(type(iter({}.items())), collections.abc.Iterator), issubclass(type([].append), collections.abc.Callable), issubclass(type(one_yield().send), collections.abc.Callable))


def context():
    try:
        try:
            raise KeyError(1)
        except KeyError:
            raise ValueError(2)
    except ValueError as x:
        return (type(x.__context__).__name__, x.__cause__, x.__suppress_context__)


def context_of_finally():
    try:
        try:
            raise KeyError(1)
        finally:
            raise ValueError(2)
    except ValueError as x:
        return type(x.__context__).__name__


def context_of_thrown():

    def gen():
        try:
            yield
        except KeyError:
            raise ValueError
    g = gen()
    next(g)
    try:
        try:
            raise KeyError(1)
        except KeyError as k:
            g.throw(k)
    except ValueError as x:
        return (type(x.__context__).__name__, x.__context__.__context__)


def context_of_resumed():

    def gen():
        try:
            yield sys.exception()
            raise TypeError
        except TypeError as x:
            yield type(x.__context__).__name__
        yield type(sys.exception()).__name__
        yield sys.exception()
    g = gen()
    r = [next(g)]
    try:
        raise ValueError
    except ValueError:
        r.append(next(g))
        r.append(next(g))
    r.append(next(g))
    return r


def raised_again():
    try:
        raise ValueError
    except ValueError as a:
        try:
            raise a
        except ValueError as b:
            return (b.__context__, a is b)


def context_of_exit():

    class X:

        def __enter__(self):
            return self

        def __exit__(self, *a):
            raise KeyError(3)
    try:
        with X():
            raise ValueError(1)
    except KeyError as k:
        return type(k.__context__).__name__


def cause():
    try:
        try:
            1 / 0
        except ZeroDivisionError as z:
            raise RuntimeError from z
    except RuntimeError as r:
        return (type(r.__cause__).__name__, r.__suppress_context__, type(r.__context__).__name__)


def context_chain():
    try:
        try:
            raise TypeError
        except TypeError:
            try:
                raise ValueError
            except ValueError:
                raise KeyError
    except KeyError as k:
        return (type(k.__context__).__name__, type(k.__context__.__context__).__name__, k.__context__.__context__.__context__)


def context_stored():
    try:
        raise TypeError
    except TypeError as t:
        t.__context__ = KeyError()
        return type(t.__context__).__name__


def context_of_index_error():
    try:
        try:
            raise KeyError
        except KeyError:
            [][0]
    except IndexError as x:
        return type(x.__context__).__name__


def context_of_native_error():
    try:
        try:
            raise KeyError
        except KeyError:
            int('a')
    except ValueError as x:
        return type(x.__context__).__name__


def tracebacks():

    def f():
        raise ValueError
    try:
        f()
    except ValueError as x:
        return (type(x.__traceback__).__name__, type(x.__traceback__.tb_next).__name__, x.__traceback__.tb_next.tb_next)


def except_star():
    try:
        raise ExceptionGroup('a', [ValueError(1), TypeError(2)])
    except* ValueError as v:
        return_ = [type(q).__name__ for q in v.exceptions]
    except* TypeError as v:
        pass
    return return_


def field_repr():
    return (repr(Point.x), Point.x.__doc__)


def mapping_proxy():
    return (types.MappingProxyType({1: 2})[1], outcome(lambda: types.MappingProxyType({}).update({})))


class Listed(list):
    pass


class Mapped(dict):
    def __init__(self, *args):
        super().__init__(*args)
        self.kept = 3


class Collected(set):
    pass


class Tupled(tuple):
    pass


class Queued(deque):
    pass


def containers():
    listed, mapped, collected, tupled, queued = Listed([1]), Mapped({1: 2}), Collected([1]), Tupled((1, 2)), Queued([1, 2], 5)
    for i, x in enumerate((listed, mapped, collected, tupled, queued)):
        x.kept = i
    return listed, mapped, collected, tupled, queued, defaultdict(list, a=[1]), OrderedDict(a=1), Counter("aab")


given = containers()


def copies(how, xs):
    return [(copied, type(copied).__name__, getattr(copied, "kept", None), getattr(copied, "default_factory", None)) for copied in map(how, xs)]


def copied_given():
    return copies(copy.copy, given)


def deep_copied_given():
    return copies(copy.deepcopy, given)


def copied_made():
    return copies(copy.copy, containers())


def deep_copied_made():
    return copies(copy.deepcopy, containers())


class Bounded(list):
    @property
    def limit(self):
        return self._limit

    @limit.setter
    def limit(self, value):
        self._limit = value + 1

    def __call__(self, *, by):
        return by


def container_property():
    x = Bounded()
    x.limit = 3
    return x.limit, x(by=4)


def cached_calls():
    calls = []

    @functools.lru_cache(maxsize=2)
    def doubled(x):
        calls.append(x)
        return x * 2

    return [doubled(x) for x in (1, 1, 2, 3, 1)], calls, doubled.cache_info().hits


class Marked(ValueError):
    pass


raised_later = [Marked("before"), Marked("before")]


def stored_in_exception():
    error = raised_later.pop()
    error.args = ("after", 2)
    error.note = 3
    return error


class EqualOnly:
    def __eq__(self, other):
        return True


def unhashable_key():
    return {EqualOnly(): 1}


def unhashable_element():
    return {EqualOnly()}


class ListedUsers(UserList):
    pass


def derived_user_lists():
    a, b = UserList("a") + ListedUsers("b"), ListedUsers("a") + UserList("b")
    return type(a).__name__, type(b).__name__, a, b


def no_exception_class():
    try:
        raise ValueError
    except (ValueError, 42):
        pass


def deleted_from_range():
    r = range(3)
    del r.start


class Late:
    pass


Late.nameless = property()


def nameless_property():
    return Late().nameless


for name, probe in list(globals().items()):
    if not isinstance(probe, types.FunctionType) or probe.__code__.co_argcount or name in ("factory", "one_yield", "stops", "containers"):
        continue
    plain = outcome(probe)

    def compiled(x):
        try:
            result = probe()
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
        return x + 1, result

    torch._dynamo.reset()
    traced = torch.compile(compiled, backend="eager")(torch.ones(1))[1]
    if repr(plain) != repr(traced):
        print(name, plain, "|", traced, flush=True)
