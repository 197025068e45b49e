import getopt, graphlib
from graphlib import TopologicalSorter, CycleError
def t(n,f):
    try: print(n,f())
    except Exception as e: print(n,type(e).__name__,e.args)
g=getopt.getopt; gg=getopt.gnu_getopt
for i,(f,a) in enumerate([(g,('-a -b x -c'.split(),'ab:c')),(g,('-abx y'.split(),'ab:')),(g,('-a f -b'.split(),'ab')),(gg,('-a f -b'.split(),'ab')),(gg,('-a f -b'.split(),'+ab')),(g,('--al=1 --be'.split(),'',['alpha=','beta'])),(g,('--al'.split(),'',['alpha','also'])),(g,('--zz'.split(),'',[])),(g,('-z'.split(),'a')),(g,('-b'.split(),'b:')),(g,('--alpha'.split(),'',['alpha='])),(g,('--beta=3'.split(),'',['beta'])),(g,('-a -- -b'.split(),'ab')),(g,('- -a'.split(),'a')),(g,('--alpha x y'.split(),'',['alpha='])),(gg,('a -o b --opt c'.split(),'-o:',['opt='])),(g,('-a -bx'.split(),'a::b::')),(g,('--al --al=4'.split(),'',['al=?'])),(g,('--x'.split(),'','xyz')) ]): t(f'g{i}',lambda: f(*a))
t('e',lambda: str(getopt.GetoptError('m','o')))
t('t1',lambda: list(TopologicalSorter({'D':{'B','C'},'C':{'A'},'B':['A']} if 0 else {'D':['B','C'],'C':['A'],'B':['A']}).static_order()))
def c():
    try: TopologicalSorter({1:[2],2:[3],3:[1]}).prepare()
    except CycleError as e: return e.args
t('t2',c)
def s():
    x=TopologicalSorter(); x.add(1,2,3); x.add(2,3); x.prepare(); r=[]
    while x: n=x.get_ready(); r.append(n); x.done(*n)
    return r
t('t3',s); t('t4',lambda: TopologicalSorter().get_ready()); t('t5',lambda: TopologicalSorter().is_active())
def d():
    x=TopologicalSorter({1:[2]}); x.prepare(); x.done(1)
t('t6',d)
def d2():
    x=TopologicalSorter({1:[2]}); x.prepare(); x.get_ready(); x.done(2); x.done(2)
t('t7',d2)
def d3():
    x=TopologicalSorter({1:[2]}); x.prepare(); x.done(9)
t('t8',d3)
def d4():
    x=TopologicalSorter({1:[2]}); x.prepare(); x.add(3)
t('t9',d4)
def d5():
    x=TopologicalSorter({1:[2]}); x.prepare(); x.get_ready(); x.prepare()
t('u1',d5); t('u2',lambda: list(TopologicalSorter({1:[1]}).static_order())); t('u3',lambda: list(TopologicalSorter({'a':'bcd','b':'c','e':'a'}).static_order())); t('u4',lambda: list(TopologicalSorter({0:[1],1:[2,3],2:[4],3:[4],4:[1]}).static_order()))
