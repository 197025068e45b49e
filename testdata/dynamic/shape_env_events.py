# Events of shape environments, their replay, and what two environments know differently.
import torch
from torch.fx.experimental.symbolic_shapes import ShapeEnv, DimDynamic, StatelessSymbolicContext, constrain_range, constrain_unify, guard_int, expect_true
from torch.fx.experimental.recording import replay_shape_env_events, NotEqualError, ShapeEnvEvent, FakeTensorMeta
from torch._dynamo.source import ConstantSource, LocalSource
import torch._dynamo
def t(name,f):
    try: r=f(); print(name,'=>',r)
    except BaseException as e: print(name,'!!',type(e).__name__, str(e))
def replay(s):
    r=replay_shape_env_events(s.events); s.check_equal(r); return [e.name for e in s.events if not e.is_create_fx_call_function()]
def rec(**k): return ShapeEnv(should_record_events=True,**k)
def norec():
    m=ShapeEnv(should_record_events=False)
    m.create_symbol(5,ConstantSource('x'),DimDynamic.DUCK)
    return m.events, m.is_recording, m.should_record_events
t('norec',norec)
def empty():
    a,b=ShapeEnv(),ShapeEnv(); a.check_equal(b)
t('empty',empty)
def ctor():
    a,b=ShapeEnv(allow_scalar_outputs=False),ShapeEnv(allow_scalar_outputs=True); a.check_equal(b)
t('ctor',ctor)
def sizes():
    a=rec(); b=rec()
    a.create_symbolic_sizes_strides_storage_offset(torch.randn(3,2),ConstantSource('x'))
    a.check_equal(b)
t('sizes',sizes)
def sizes2():
    a=rec()
    a.create_symbolic_sizes_strides_storage_offset(torch.randn(3,2),ConstantSource('x'))
    return replay(a)
t('sizes2',sizes2)
def unb():
    a=rec(); b=rec()
    a.create_unbacked_symint(); a.create_unbacked_symfloat(); a.create_unbacked_symbool()
    a.check_equal(b)
t('unb',unb)
def unb2():
    a=rec(); a.create_unbacked_symint(); a.create_unbacked_symfloat(); a.create_unbacked_symbool()
    return replay(a)
t('unb2',unb2)
def mk(*shape):
    a=rec()
    size,stride,_=a.create_symbolic_sizes_strides_storage_offset(torch.randn(*shape),ConstantSource('x'))
    return a,size
def div():
    b,_=mk(3,2); a,s=mk(3,2)
    guard=bool(s[0]%3==0)
    try: a.check_equal(b)
    except NotEqualError as e: print(e)
    return replay(a)
t('div',div)
def repl():
    b,_=mk(3,2); a,s=mk(3,2)
    bool(s[0]==3)
    try: a.check_equal(b)
    except NotEqualError as e: print(e)
    return replay(a)
t('repl',repl)
def refine():
    b,_=mk(3,2); a,s=mk(3,2)
    bool(s[0]>=3)
    try: a.check_equal(b)
    except NotEqualError as e: print(e)
    return replay(a)
t('refine',refine)
def ra():
    b=rec(); a=rec()
    b.create_unbacked_symint(); u=a.create_unbacked_symint()
    expect_true(u%3==0) if hasattr(u,'node') else 0
    try: a.check_equal(b)
    except NotEqualError as e: print(e)
    return replay(a)
t('ra',ra)
def cr():
    b,_=mk(3,2); a,s=mk(3,2)
    constrain_range(s[0],min=2,max=10)
    try: a.check_equal(b)
    except NotEqualError as e: print(e)
    return replay(a)
t('cr',cr)
def un():
    b=rec(); a=rec()
    [b.create_unbacked_symint() for _ in range(2)]; u=[a.create_unbacked_symint() for _ in range(2)]
    constrain_unify(u[0],u[1])
    try: a.check_equal(b)
    except NotEqualError as e: print(e)
    return replay(a)
t('un',un)
def ev():
    a,s=mk(3,2)
    bool(s[0]>=3)
    return a.events[0], a.events[-1].is_evaluate_expr(), a.events[-1].is_create_fx_call_function(), a.events[-1].is_defer_runtime_assert()
t('ev',ev)
def cs():
    a=rec(); s=a.create_symbol(5,ConstantSource('x'),DimDynamic.DUCK); b=rec()
    try: a.check_equal(b)
    except NotEqualError as e: print(e)
    return len(a.events)
t('cs',cs)
from torch.fx.experimental.symbolic_shapes import _constrain_range_for_size
t('f1',lambda: (constrain_range(5,min=2,max=10), constrain_unify(5,5)))
t('f2',lambda: _constrain_range_for_size(5,min=2,max=10))
t('f3',lambda: constrain_range(5,min=6,max=10))
t('f4',lambda: constrain_unify(5,6))
