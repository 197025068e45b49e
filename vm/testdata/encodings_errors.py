"""Each encoding with each error handler, over text and bytes that it cannot take."""
def t(f,*a):
    try: print(a,ascii(f(*a)))
    except Exception as e: print(a,type(e).__name__,e)
for enc in ('ascii','latin-1','cp1252','utf-8','utf-16','utf-16-le','utf-16-be','utf-32','utf-32-be','utf-8-sig','unicode_escape','raw_unicode_escape','iso8859-15','cp437','koi8_r','mac-roman'):
    for s in ('aé€\u0100\u0101b','\ud800\udc00x\udfff','', 'é\n\\\u4e2d\U0001F600','x\udc80\udcffy'):
        for err in ('strict','ignore','replace','backslashreplace','xmlcharrefreplace','namereplace','surrogateescape','surrogatepass'):
            t(s.encode,enc,err)
    for b in (b'a\xe9\x81b\xff',b'\xff\xfea\x00\x00\xd8',b'\xfe\xff\x00a\xd8\x00\x00b',b'\xef\xbb\xbfhi',b'\x00\x00\xfe\xff\x00\x00\x00a\x00\x11\x00\x00',b'abc',b'\xd8\x00\xdc\x00',b'\x00\xd8\x00\xdc\x01',b'\\u00e9\\x41\\n\\N{SNOWMAN}\\q\\777',b'\\u12',b'\\U00110000',b'a+AGEAYg-b+',b'\xed\xa0\x80',b'\xf0\x9f\x98',b''):
        for err in ('strict','ignore','replace','backslashreplace','surrogateescape','surrogatepass'):
            t(b.decode,enc,err)
