# Devices that are not there: what asks for them answers, what needs one raises.
import torch
def T(n,f):
    try: print(n,repr(f())[:100])
    except BaseException as e: print(n,type(e).__name__,str(e)[:150])
c=torch.cuda
T("dev",lambda: c.device(0).__enter__()); 
with_ok=lambda cm: (cm.__enter__(),cm.__exit__(None,None,None))
T("dev none",lambda: with_ok(c.device(None))); T("dev -1",lambda: with_ok(c.device(-1)))
T("dof",lambda: with_ok(c.device_of(torch.ones(2)))); T("stream none",lambda: with_ok(c.stream(None)))
T("sd -1",lambda: c.set_device(-1)); T("sd 0",lambda: c.set_device(0)); T("sd cuda",lambda: c.set_device("cuda")); T("sd x",lambda: c.set_device("cpu"))
T("srng",lambda: c.set_rng_state(torch.get_rng_state())); T("srngs",lambda: c.set_rng_state_all([])); T("srngs1",lambda: c.set_rng_state_all([torch.get_rng_state()]))
T("graph",lambda: c.graph(None)); T("cg",lambda: c.CUDAGraph()); T("summ",lambda: c.memory_summary()); T("nvtx",lambda: with_ok(c.nvtx.range("x")))
T("ms",lambda: c.memory_stats()); T("t",lambda: torch.ones(2).cuda()); T("t2",lambda: torch.ones(2,device="cuda"))
T("oom",lambda: (issubclass(c.OutOfMemoryError,RuntimeError), torch.OutOfMemoryError is c.OutOfMemoryError))
T("ev",lambda: c.Event(enable_timing=True)); T("st",lambda: c.Stream()); T("pool",lambda: c.MemPool()); T("ump",lambda: with_ok(c.use_mem_pool(None)))

T("cs",lambda: c.FloatStorage()); T("ar",lambda: c.caching_allocator_alloc(4)); T("bf",lambda: c.is_bf16_supported()); T("mem",lambda: c.memory.memory_allocated is c.memory_allocated)
T("rnd",lambda: c.random.manual_seed is c.manual_seed); T("str",lambda: c.streams.Stream is c.Stream); T("gr",lambda: c.graphs.CUDAGraph is c.CUDAGraph)
T("amp",lambda: torch.cuda.amp.autocast_mode.autocast is torch.cuda.amp.autocast); T("amp2",lambda: torch.cuda.amp.grad_scaler.GradScaler is torch.cuda.amp.GradScaler); T("amp3",lambda: torch.cuda.amp.common.amp_definitely_not_available())
for m in (torch.xpu,torch.mps,torch.mtia,torch.accelerator): T(m.__name__,lambda: (m.synchronize(),))
T("a",lambda: torch.accelerator.current_device_index()); T("b1",lambda: with_ok(torch.accelerator.device_index(None))); T("b2",lambda: with_ok(torch.accelerator.device_index(0)))
T("xd",lambda: with_ok(torch.xpu.device(0))); T("xd2",lambda: with_ok(torch.xpu.device(None)));T("d",lambda: torch.mps.Event()); T("mps",lambda: torch.mps.set_rng_state(torch.get_rng_state())); T("g",lambda: torch.mtia.memory.memory_stats())
T("m1",lambda: torch.mps.set_per_process_memory_fraction(0.5)); T("m3",lambda: torch.backends.mps.is_built()); T("xpu",lambda: torch.ones(2,device="xpu")); T("mps",lambda: torch.ones(2,device="mps"))
T("cap",lambda: c.is_current_stream_capturing()); T("mk",lambda: c.make_graphed_callables(torch.nn.Linear(2,2),(torch.ones(2),))); T("lim",lambda: c.get_per_process_memory_fraction()); T("prof",lambda: c.profiler.start()); T("prof",lambda: with_ok(c.profiler.profile()))
T("ja",lambda: torch.cuda.default_generators); T("acc",lambda: torch.accelerator.memory.memory_allocated()); T("acc2",lambda: torch.accelerator.set_stream(None)); T("acc3",lambda: torch.accelerator.current_stream())
