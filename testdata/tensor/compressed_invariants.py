"""What is wrong with the parts of compressed sparse tensors."""

import torch
T=torch.tensor
def t(n,*a,layout=torch.sparse_csr):
    try: torch.sparse_compressed_tensor(*a,layout=layout,check_invariants=True); print(n,'ok')
    except Exception as e: print(n,type(e).__name__,str(e)[:250].replace('\n',' '))
v=torch.ones
for L,nm in ((torch.sparse_csr,'csr'),(torch.sparse_csc,'csc')):
    t(nm+' ok',T([0,2,4]),T([0,1,0,1]),v(4),(2,2),layout=L)
    t(nm+' c0',T([1,2,4]),T([0,1,0,1]),v(4),(2,2),layout=L); t(nm+' clast',T([0,2,5]),T([0,1,0,1]),v(4),(2,2),layout=L); t(nm+' order',T([0,2,4]),T([1,0,0,1]),v(4),(2,2),layout=L); t(nm+' dup',T([0,2,4]),T([1,1,0,1]),v(4),(2,2),layout=L); t(nm+' high',T([0,2,4]),T([0,2,0,1]),v(4),(2,2),layout=L); t(nm+' neg',T([0,2,4]),T([-1,1,0,1]),v(4),(2,2),layout=L); t(nm+' dec',T([0,3,2]),T([0,1]),v(2),(2,2),layout=L); t(nm+' many',T([0,3,4]),T([0,1,1,0]),v(4),(2,2),layout=L); t(nm+' clen',T([0,2,4,4]),T([0,1,0,1]),v(4),(2,2),layout=L); t(nm+' vlen',T([0,2,4]),T([0,1,0,1]),v(3),(2,2),layout=L); t(nm+' cdim',T([[0,2,4]]),T([0,1,0,1]),v(4),(2,2),layout=L); t(nm+' pdim',T([0,2,4]),T([[0,1,0,1]]),v(4),(2,2),layout=L); t(nm+' v0',T([0,2,4]),T([0,1,0,1]),v(()),(2,2),layout=L); t(nm+' size1',T([0,2,4]),T([0,1,0,1]),v(4),(2,),layout=L); t(nm+' negsize',T([0,2,4]),T([0,1,0,1]),v(4),(2,-2),layout=L); t(nm+' types',T([0,2,4],dtype=torch.int32),T([0,1,0,1]),v(4),(2,2),layout=L); t(nm+' short',T([0,2,4],dtype=torch.int16),T([0,1,0,1],dtype=torch.int16),v(4),(2,2),layout=L); t(nm+' float',T([0,2,4.]),T([0,1,0,1.]),v(4),(2,2),layout=L); t(nm+' batch',T([[0,2,4]]*2),T([[0,1,0,1]]*2),v(2,4),(2,2,2),layout=L); t(nm+' batch2',T([[0,2,4]]*2),T([[0,1,0,1]]*3),v(2,4),(2,2,2),layout=L); t(nm+' batch3',T([[0,2,4]]*2),T([[0,1,0,1]]*2),v(3,4),(3,2,2),layout=L); t(nm+' dense',T([0,2,4]),T([0,1,0,1]),v(4,3),(2,2,3),layout=L); t(nm+' dense2',T([0,2,4]),T([0,1,0,1]),v(4,3),(2,2,4),layout=L); t(nm+' noncontig',T([0,9,2,9,4])[::2],T([0,1,0,1]),v(4),(2,2),layout=L); t(nm+' c0d',T(0),T([0,1,0,1]),v(4),(2,2),layout=L); t(nm+' p0d',T([0,2,4]),T(0),v(4),(2,2),layout=L); t(nm+' vlay',T([0,2,4]),T([0,1,0,1]),v(4).to_sparse(),(2,2),layout=L)
for L,nm in ((torch.sparse_bsr,'bsr'),(torch.sparse_bsc,'bsc')):
    t(nm+' ok',T([0,1,2]),T([0,1]),v(2,2,2),(4,4),layout=L); t(nm+' vdim',T([0,1,2]),T([0,1]),v(2),(4,4),layout=L); t(nm+' div',T([0,1,2]),T([0,1]),v(2,2,2),(5,4),layout=L); t(nm+' div2',T([0,1,2]),T([0,1]),v(2,2,3),(4,4),layout=L); t(nm+' zero',T([0,1,2]),T([0,1]),v(2,0,2),(4,4),layout=L); t(nm+' high',T([0,1,2]),T([0,2]),v(2,2,2),(4,4),layout=L); t(nm+' clen',T([0,1,2,2]),T([0,1]),v(2,2,2),(4,4),layout=L)
t('lay',T([0,1,2]),T([0,1]),v(2),(2,2),layout=torch.strided); t('lay2',T([0,1,2]),T([0,1]),v(2),(2,2),layout=torch.sparse_coo)
