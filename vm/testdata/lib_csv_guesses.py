# CSV: guessing a dialect, in time; spaces as delimiters; escaped ends of lines.
import csv
import io

for sep in "\n", "\r\n", "\r":
    print([csv.Sniffer().sniff(sample).doublequote for sample in (('x,"a""b"' + sep + 'y,"c"' + sep) * 2, ('"",","' + sep) * 4)])
d = csv.Sniffer().sniff('"",' * 100 + '"' * 100 + "0" + '"' * 100 + "0")
print(d.delimiter, d.quotechar)
print(list(csv.reader(["a   b", "  a  ", "  ", ""], delimiter=" ", skipinitialspace=True)))
print(list(csv.reader(['1,",3,",5'], quotechar=None, escapechar="\\")))
out = io.StringIO()
csv.writer(out, quoting=csv.QUOTE_NONE, escapechar="\\", lineterminator="\n").writerow(["\na", "b\nc", "d\n"])
print(repr(out.getvalue()), next(csv.reader(io.StringIO(out.getvalue(), newline=""), quoting=csv.QUOTE_NONE, escapechar="\\")))
try:
    csv.field_size_limit(None)
except TypeError as e:
    print(e)
