# What functions that pick and place by index say of arguments that do not fit.
import torch

calls = """
torch.zeros(4).index_copy_(0, torch.tensor([-1]), torch.ones(1))
torch.zeros(4,2).index_copy_(0, torch.tensor([-1]), torch.ones(1,2))
torch.zeros(4).index_add_(0, torch.tensor([-1]), torch.ones(1))
torch.zeros(4,2).index_add_(0, torch.tensor([-1]), torch.ones(1,2))
torch.zeros(4).index_add_(0, torch.tensor([7]), torch.ones(1))
torch.zeros(4).index_copy_(0, torch.tensor([7]), torch.ones(1))
torch.zeros(4).index_fill_(0, torch.tensor([-1]), 1.)
torch.zeros(4).index_fill_(0, torch.tensor([-7]), 1.)
torch.zeros(4,2).index_reduce_(0, torch.tensor([[1]]), torch.ones(1,2), "prod")
torch.zeros(4,2).index_reduce_(0, torch.tensor([1.]), torch.ones(1,2), "prod")
torch.zeros(4,2).index_reduce_(0, torch.tensor([1]), torch.ones(1,2).double(), "prod")
torch.zeros(4,2).index_reduce_(0, torch.tensor([1]), torch.ones(2,2), "prod")
torch.zeros(4,2).index_reduce_(0, torch.tensor([1]), torch.ones(1,3), "prod")
torch.zeros(()).index_add_(0, torch.tensor([0]), torch.ones(1))
torch.zeros(()).index_copy_(0, torch.tensor(0), torch.ones(()))
torch.zeros(4).index_copy_(0, torch.tensor(1), torch.ones(()))
torch.zeros(4,2).index_copy_(0, torch.tensor(1), torch.ones(2))
torch.zeros(4,2).index_copy_(0, torch.tensor(1), torch.ones(1,2))
torch.zeros(4,2).index_add_(0, torch.tensor(1), torch.ones(2))
torch.zeros(4,2).index_add_(0, torch.tensor(1), torch.ones(1,2))
torch.zeros(4,2).index_add_(5, torch.tensor(1), torch.ones(1,2))
torch.zeros(4,2).index_add_(0, torch.tensor([1], dtype=torch.int32), torch.ones(1,2))
torch.zeros(4,2).index_copy_(0, torch.tensor([1], dtype=torch.int32), torch.ones(1,2))
torch.zeros(4,2).index_fill_(0, torch.tensor([1], dtype=torch.int32), 1)
torch.zeros(4,2).index_select(0, torch.tensor([1], dtype=torch.int32))
torch.zeros(4,2).index_select(0, torch.tensor([1.]))
torch.zeros(4,2).index_select(0, torch.tensor([[1]]))
torch.zeros(4,2).index_select(0, torch.tensor([9]))
torch.zeros(4).index_select(0, torch.tensor([9]))
torch.zeros(4).index_select(0, torch.tensor([-1]))
torch.zeros(4,2).index_select(3, torch.tensor([-1]))
torch.zeros(()).index_select(0, torch.tensor([0]))
torch.take(torch.zeros(3), torch.tensor([-1, -3]))
torch.take(torch.zeros(3), torch.tensor([-5]))
torch.take(torch.zeros(3), torch.tensor([1], dtype=torch.int32))
torch.zeros(3).put_(torch.tensor([-5]), torch.ones(1))
torch.zeros(3).put_(torch.tensor([1], dtype=torch.int32), torch.ones(1))
torch.zeros(0).put_(torch.tensor([1]), torch.ones(1))
torch.gather(torch.zeros(3,2), 0, torch.tensor([[5]]))
torch.gather(torch.zeros(3,2), 0, torch.tensor([[-1]]))
torch.gather(torch.zeros(3,2), 0, torch.tensor([[1.]]))
torch.gather(torch.zeros(3,2), 0, torch.tensor([[1]], dtype=torch.int32))
torch.gather(torch.zeros(3,2), 0, torch.tensor([1]))
torch.gather(torch.zeros(3,2), 0, torch.tensor([[1,1,1]]))
torch.gather(torch.zeros(3,2), 0, torch.tensor([[1]]), out=torch.zeros(1,1,dtype=torch.double))
torch.gather(torch.zeros(3,2), 5, torch.tensor([[1]]))
torch.zeros(3,2).scatter_(0, torch.tensor([[1,1,1]]), torch.ones(1,3))
torch.zeros(3,2).scatter_(0, torch.tensor([[1,1]]), torch.ones(1,1))
torch.zeros(3,2).scatter_(0, torch.tensor([1,1]), torch.ones(1,1))
torch.zeros(3,2).scatter_(0, torch.tensor([[1,1]]), torch.ones(1,2).double())
torch.zeros(3,2).scatter_(0, torch.tensor([[1.,1]]), torch.ones(1,2))
torch.zeros(3,2).scatter_(0, torch.tensor([[5,1]]), torch.ones(1,2))
torch.zeros(3,2).scatter_(0, torch.tensor([[-1,1]]), torch.ones(1,2))
torch.zeros(3,2).scatter_(0, torch.tensor([[1,1]]), torch.ones(1,2), reduce="foo")
torch.zeros(3,2).scatter_(0, torch.tensor([[1,1]]), 1, reduce="multiply")
torch.zeros(3,2).scatter_add_(0, torch.tensor([[1,9]]), torch.ones(1,2))
torch.zeros(3,2).scatter_reduce_(0, torch.tensor([[1,1]]), torch.ones(1,2), "foo")
torch.zeros(3,2).scatter_reduce_(0, torch.tensor([[1,1]]), torch.ones(1,2), "mean", include_self=False)
torch.zeros(3,2,dtype=torch.int).scatter_(0, torch.tensor([[1,1]]), 1.5)
torch.take_along_dim(torch.zeros(3,2), torch.tensor([[1]]), 0)
torch.take_along_dim(torch.zeros(3,2), torch.tensor([1]), 0)
torch.take_along_dim(torch.zeros(3,2), torch.tensor([[1.]]), 0)
torch.take_along_dim(torch.zeros(3,2), torch.tensor([[1]]), 7)
torch.zeros(4,2)[torch.tensor([9])]
torch.zeros(4,2)[torch.tensor([-9])]
torch.zeros(4,2)[torch.tensor([1.])]
torch.zeros(4,2)[torch.tensor([True, False])]
torch.zeros(4,2)[torch.tensor([[True, False]])]
torch.zeros(4,2)[torch.tensor([0,1]), torch.tensor([0,1,2])]
torch.zeros(4,2)[0,0,0]
torch.zeros(4,2)[5]
torch.zeros(4,2)[-5]
torch.zeros(4,2)[1.5]
torch.zeros(4,2)["a"]
torch.zeros(4,2)[::-1]
torch.zeros(4,2)[::0]
torch.zeros(4,2)[1.:2]
torch.zeros(())[0]
torch.zeros(())[...], torch.zeros(())[None], torch.zeros(())[True], torch.zeros(())[False]
torch.zeros(4,2)[..., ...]
torch.zeros(4,2)[torch.tensor(True)], torch.zeros(4,2)[torch.tensor(False)].shape, torch.zeros(4,2)[True].shape, torch.zeros(4,2)[False].shape
torch.zeros(4,2)[torch.tensor([1,0,1,0], dtype=torch.uint8)]
torch.zeros(4,2)[torch.tensor([1,0], dtype=torch.int8)]
torch.zeros(4,2)[(0,1),].shape, torch.zeros(4,2)[[True,False,True,False]].shape, torch.zeros(4,2)[[]].shape
torch.zeros(4,2)[np.array([0,1])].shape, torch.zeros(4,2)[np.int64(1)].shape, torch.zeros(4,2)[slice(np.int64(1), torch.tensor(3))].shape
x[torch.tensor([0,1])] = torch.ones(3)
x[torch.tensor([0,1])] = torch.ones(2,2).double()
x[x > 0] = torch.ones(3)
"""
for call in calls.strip().splitlines():
    try:
        print(eval(call))
    except Exception as e:
        print(f"{type(e).__name__}: {str(e).splitlines()[0]}")
