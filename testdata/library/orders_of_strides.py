# How the outputs of elementwise functions lie in memory.
import torch
from torch._prims_common import *
def t(n,f):
    try: print(n,f())
    except Exception as e: print(n,type(e).__name__,str(e)[:150])
P=compute_elementwise_output_logical_to_physical_perm
for i,x in enumerate([torch.ones(2,3),torch.ones(2,3).t(),torch.ones(1,3),torch.ones(2,1,3).permute(1,2,0),torch.ones(3,1).expand(3,4),torch.ones(2,3,4,5).to(memory_format=torch.channels_last),torch.ones(()),torch.ones(5),torch.ones(0,3),torch.ones(1,1,1),torch.ones(2,2)[::1,:1].expand(2,2)]):
    t(f'p{i}',lambda: P(x)); t(f's{i}',lambda: compute_elementwise_output_strides(x))
a=torch.ones(2,3,4)
t('q1',lambda: P(a,a.permute(0,1,2).clone()))
t('q2',lambda: (P(a,torch.ones(4,3,2).permute(2,1,0)),compute_elementwise_output_strides(torch.ones(4,3,2).permute(2,1,0),a), compute_elementwise_output_strides(a.expand(2,3,4),torch.ones(1,3,4).expand(2,3,4))))
t('q3',lambda: P(a,_skip_checks=True,ambiguity_check=True) )
t('q4',lambda: P(a,ambiguity_check=True) )
t('q5',lambda: compute_elementwise_output_strides(a,torch.tensor(1.)))
t('q6',lambda: P())
t('a2',lambda: compute_elementwise_output_strides(torch.ones(2,3).t(),torch.ones(3,2)))
t('a3',lambda: compute_elementwise_output_strides(torch.ones(2,3),torch.ones(3)))
t('a4',lambda: compute_elementwise_output_logical_to_physical_perm(torch.ones(2,3,4).permute(2,0,1)))
t('a5',lambda: compute_elementwise_output_strides(torch.ones(2,3,4,5).to(memory_format=torch.channels_last)))
t('a6',lambda: compute_elementwise_output_strides())
t('a7',lambda: compute_elementwise_output_strides(torch.ones(1,3).expand(2,3)))
