/** Storage tests, corpus of awkward events: strings that are known to break software. */
import { body, member, ofText, ofValue, type Awkward } from './awkward.ts'

const written: Readonly<Record<string, string>> = {
  'the empty string': '',
  'one space': ' ',
  'spaces around': '  a  ',
  'only white space': '\t\n\r \u00a0\u2003',
  'Latin letters with accents': 'Übergröße naïve façade',
  'Chinese, Japanese, Korean': '解析機関 解析エンジン 해석기관',
  'Thai, Hindi, Arabic, Hebrew': 'เครื่อง विश्लेषण آلة מכונה',
  emoji: '😀🎉🧮',
  'emoji of several code points': '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇬🇧',
  'characters beyond the basic plane': '𝔄𝔫𝔞𝔩𝔶𝔱𝔦𝔠𝔞𝔩 𐍈 𠜎',
  'right to left with marks': '\u202eenigne\u202c \u2067abc\u2069 \u200f',
  'combining characters': 'e\u0301 n\u0303 Z\u0351\u036b\u0343\u036a\u0302a\u0318\u030dl\u0319\u0354g\u0341o',
  'composed and decomposed side by side': '\u00e9 e\u0301',
  'joiners and zero width': 'a\u200bb\u200cc\u200dd\ufeffe\u2060f',
  'the last code points': '\uffff \ufffe \u{10ffff} \ufdd0',
  'the replacement character': '\ufffd',
  'line and paragraph separators': 'a\u2028b\u2029c\u0085d',
  'Turkish i': 'İstanbul ıI',
  'sharp s and ligatures': 'ß ẞ ﬁ ﬃ ǆ',
  'NUL in the middle': 'a\u0000b',
  'NUL alone': '\u0000',
  'every control character': Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join(''),
  'delete and C1 controls': '\u007f\u0080\u009f',
  'line ends of every system': 'a\nb\rc\r\nd',
  quotes: `"double" 'single' \`back\` “curly” «angle»`,
  backslashes: String.raw`\ \\ \" \n \u0041 C:\temp\new`,
  'a backslash at the end': 'a\\',
  'JSON inside a string': '{"a":[1,"b",null],"c":"\\"d\\""}',
  'JSON inside JSON inside a string': JSON.stringify(JSON.stringify({ a: JSON.stringify('b') })),
  'HTML and script': `<script>alert("x")</script><!-- --><img src=x onerror='y'>&amp;&lt;`,
  XML: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a><![CDATA[c]]>',
  'SQL injection': `'; DROP TABLE events; -- " OR 1=1 /* */`,
  'GoogleSQL syntax': "`sluice.events` @param @@error.message '''a''' r'b' {{c}}",
  'template languages': '${a} {{b}} <%= c %> #{d} %s %d %n $1 $& $$',
  'shell words': '$(reboot) `id` | & ; > /dev/null ~ *',
  'path traversal': '../../../../etc/passwd\u0000.png',
  'a formula of a spreadsheet': `=HYPERLINK("http://x","y") +1 -1 @a`,
  CSV: 'a,"b ""c""",\n;\t|',
  'a URL with everything': 'https://u:p@exämple.test:8443/a%20b/ü?q=1&r=%F0%9F%98%80#f',
  'base64 with padding': 'AAECAwQFBgcICQ==',
  'base64 for URLs': 'a-_b-_c-_d',
  'a data URL': 'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
  'a JSON web token': 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.',
  'the word true': 'true',
  'the word false': 'FALSE',
  'the word null': 'null',
  'the word undefined': 'undefined',
  'the word NaN': 'NaN',
  'the word Infinity': '-Infinity',
  'a number': '0123',
  'a number with an exponent': '1e5',
  'a number beyond double precision': '9007199254740993',
  'a hexadecimal number': '0xDEADBEEF',
  'a date': '2026-03-14',
  'an insertId': '{"insertId":"x","json":{}}',
  'the same character, twenty thousand times': '\u00e4'.repeat(20_000),
}

const megabyte = 1_000_000

const long: readonly Awkward[] = [
  ofText('a megabyte of letters', 'a'.repeat(megabyte)),
  ofText('a megabyte of emoji', '🧮'.repeat(megabyte / 4)),
  ofText('a megabyte of quotes', '"'.repeat(megabyte / 2)),
  ofText('a megabyte of control characters', '\u0001'.repeat(megabyte / 6)),
]

/** JSON escapes: the same string must return, however it was escaped. */
const escaped: readonly Awkward[] = [
  ofValue('escapes where none are needed', String.raw`"\u0061\u00e9\/\u002f"`),
  ofValue('an escaped surrogate pair', String.raw`"\ud83e\uddee"`),
  ofValue('escapes in capitals', String.raw`"\uD83E\uDDEE\u00E9"`),
  { name: 'a name with escapes', body: body(String.raw`"\u0061\"\\\u0000":1`) },
  { name: 'a context name with escapes', body: body(String.raw`"user\u005fid":"u-1"`) },
  { name: 'event_data with escapes', body: body(String.raw`"event\u005fdata":{"a":1}`) },
  { name: 'texts of an array', body: body(member('x', JSON.stringify(Object.values(written)))) },
]

/** RFC 8259 §8.2 allows them in JSON, but they cannot be encoded in UTF-8, which BigQuery requires. */
const unpaired: readonly Awkward[] = [
  ofValue('a high surrogate alone', String.raw`"a\ud83eb"`),
  ofValue('a low surrogate alone', String.raw`"a\uddeeb"`),
  ofValue('surrogates in the wrong order', String.raw`"\uddee\ud83e"`),
  { name: 'a lone surrogate in a name', body: body(String.raw`"a\ud83e":1`) },
]

export const awkwardTexts: readonly Awkward[] = [
  ...Object.entries(written).map(([name, text]) => ofText(name, text)),
  ...long,
  ...escaped,
  ...unpaired.map((awkward) => ({ ...awkward, refusedByStorage: true as const })),
]
