# re: random patterns on random texts.
import re, random
random.seed(4)
atoms=['a','b','A','.','[ab]','[^a]',r'\w',r'\W',r'\s',r'\d','_','[a-c1]',r'\n',' ',r'[\w-]','^','$',r'\b',r'\B',r'\Z',r'[\W\d]',r'[^\D]',r'\S']
q=['','','*','+','?','{2}','{1,3}','*?','+?']
def pat(d):
    o=''
    for _ in range(random.randint(1,3)):
        n=random.random()
        if n<.25 and d: o+=random.choice(['(','(?:','(?P<n%d>'%random.randrange(10**6)])+pat(d-1)+')'+random.choice(['','','*','+','?'])
        elif n<.4 and d: o+='(?:'+pat(d-1)+'|'+pat(d-1)+')'
        else:
            a=random.choice(atoms); o+=a+('' if a in ('^','$',r'\b',r'\B',r'\Z') else random.choice(q))
    return o
for i in range(250):
    p=pat(2); fl=random.choice([0,0,re.I,re.M,re.S,re.A,re.I|re.M])
    try: c=re.compile(p,fl)
    except re.error as e: continue
    t=''.join(random.choice('abABc1_ \n-\x1d') for _ in range(random.randrange(12)))
    r=[ (m.span(), m.groups()) for m in c.finditer(t)]
    m=c.match(t); f=c.fullmatch(t); s=c.search(t)
    print(repr(p),int(fl),repr(t), r, m and m.groups(), f and f.span(), s and s.span(), c.split(t), c.sub('<\\g<0>>',t))
