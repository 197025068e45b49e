"""statistics: results have the type of the data; infinities, nans and data of mixed types."""
from statistics import *
from fractions import Fraction as F
from decimal import Decimal as D
def t(f,*a,**k):
    try:
        print(f.__name__, repr(f(*a, **k)))
    except Exception as e:
        print(f.__name__, type(e).__name__, e)
sets=[[F(1,2),F(1,3)],[D('1.5'),D('2.25')],[1,2,4],[1.5,2,F(1,2)],[True,False],[1e308,1e308],[float('inf'),1],[float('nan'),1],[D('NaN'),D(1)],[],[1,D('1.5')],[F(1,3),2],[3]]
for f in (mean,fmean,harmonic_mean,geometric_mean,pvariance,variance,pstdev,stdev,median,median_low,median_high,mode,multimode,quantiles):
    for s in sets: t(f,s)
t(harmonic_mean,[40,60],weights=[5,30]); t(harmonic_mean,[1,-1]); t(harmonic_mean,[0,1]); t(fmean,[1,2],weights=[1,3]); t(median_grouped,[1,2,2,3]); t(correlation,[1,2,3],[1,5,7]); t(covariance,[1,2,3],[1,5,7]); t(linear_regression,[1,2,3],[1,5,7]); t(correlation,[1,2,3],[1,5,7],method='ranked'); t(pvariance,[1,2,3],2); t(variance,[F(1,2),F(3,2)],F(1)); t(lambda: NormalDist(1,2)+3); t(lambda: 3-NormalDist(1,2))
