"""Functions with an underscore that programs call all the same."""

import torch
def t(n,f):
    try: print(n,f(),flush=True)
    except Exception as e: print(n,type(e).__name__,str(e)[:160],flush=True)
x=torch.ones(2,3,requires_grad=True)
for b in ((),(False,),(True,)):
    y=torch._test_autograd_multiple_dispatch(x,*b); g,=torch.autograd.grad(y.sum()*3,x); print(y.detach(), g)
t('ov',lambda:[torch._debug_has_internal_overlap(a) for a in (torch.ones(3),torch.ones(3,4).t(),torch.ones(1).expand(3),torch.ones(3,4)[:,::2],torch.ones(5).as_strided((3,3),(1,1)),torch.ones(()),torch.ones(0,3),torch.ones(3,1).expand(3,4),torch.ones(2,3,4).permute(2,0,1),torch.ones(1).expand(1))])
m=torch.tensor([[True,False,False],[False,True,False]])
s=torch.arange(6.).view(2,3)
t('ms',lambda: torch._masked_softmax(s,m,1)); t('ms2',lambda: torch._masked_softmax(s.view(1,1,2,3),m.view(1,1,2,3),-1,2)); t('ms3',lambda: torch._masked_softmax(torch.ones(2,2,3,3),torch.eye(3).bool(),-1,0)); t('ms4',lambda: torch._masked_softmax(torch.ones(2,2,3,3),torch.tensor([[True,False,False],[True,True,True]]),-1,1)); t('ms5',lambda: torch._masked_softmax(torch.ones(2,2,3,3),torch.eye(3).bool(),-1,1)); t('ms6',lambda: torch._masked_softmax(torch.ones(2,3),m.float(),-1)); t('ms7',lambda: torch._masked_softmax(torch.ones(2,3),torch.ones(3,3).bool(),-1))
t('qp',lambda: [torch._choose_qparams_per_tensor(torch.tensor([-1.,2.]),r) for r in (False,True)])
w=torch.randint(-128,127,(4,8),dtype=torch.int8,generator=torch.Generator().manual_seed(0))

t('vs',lambda: torch._validate_sparse_coo_tensor_args(torch.tensor([[0,1]]),torch.ones(2),(2,))); t('vs2',lambda: torch._validate_sparse_coo_tensor_args(torch.tensor([[0,5]]),torch.ones(2),(2,))); t('vc',lambda: torch._validate_sparse_csr_tensor_args(torch.tensor([0,1,2]),torch.tensor([0,1]),torch.ones(2),(2,2))); t('vc2',lambda: torch._validate_sparse_csr_tensor_args(torch.tensor([0,1,3]),torch.tensor([0,1]),torch.ones(2),(2,2))); t('vcc',lambda: torch._validate_sparse_compressed_tensor_args(torch.tensor([0,1,2]),torch.tensor([0,3]),torch.ones(2),(2,2),torch.sparse_csr)); t('csc',lambda: torch._validate_sparse_csc_tensor_args(torch.tensor([0,1,2]),torch.tensor([0,1]),torch.ones(2),(2,2)))
t('nm',lambda: torch._nested_tensor_from_mask(torch.arange(12.).view(2,3,2),torch.tensor([[True,True,False],[True,False,False]]))); t('nm2',lambda: torch._nested_tensor_from_mask(torch.arange(12.).view(2,3,2),torch.tensor([[True,False,True],[True,False,False]]))); t('nm3',lambda: torch._nested_tensor_from_mask_left_aligned(torch.ones(2,3,2),torch.tensor([[True,False,True],[True,False,False]]))); t('nm4',lambda: torch._nested_tensor_from_mask_left_aligned(torch.ones(2,3,2),torch.tensor([[True,True,True],[True,False,False]]))); t('nm5',lambda: torch._nested_tensor_from_mask(torch.ones(2,3),torch.ones(2,3).bool())); t('nm6',lambda: torch._nested_tensor_from_mask(torch.ones(2,3,1),torch.ones(2,3))); t('nm7',lambda: torch._nested_tensor_from_mask(torch.ones(2,3,1),torch.ones(2,2).bool())); t('nm8',lambda: torch._nested_tensor_from_mask(torch.arange(12.).view(2,3,2),torch.tensor([[True,False,True],[True,False,False]]),mask_check=False))
t('all',lambda: (torch.ones(2)>0)._is_all_true()); t('any',lambda: (torch.ones(2)>0)._is_any_true()); t('cp',lambda: torch.tensor([1j])._conj_physical()); t('hs',lambda: torch.ones(2)._has_symbolic_sizes_strides)
sp=torch.sparse_coo_tensor(torch.tensor([[0,1]]),torch.ones(2),(2,)); 
t('smm',lambda: torch.smm(torch.eye(2).to_sparse(),torch.ones(2,2))); t('smm2',lambda: torch.eye(2).to_sparse().smm(torch.ones(2,2))); t('ssp',lambda: torch.eye(2).to_sparse().sspaddmm(torch.eye(2).to_sparse(),torch.ones(2,2)).to_dense()); t('hsmm',lambda: torch.hsmm(torch.eye(2).to_sparse(),torch.ones(2,2))); 
