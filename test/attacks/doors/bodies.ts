/** Attacks on the public doors: bodies. */
import { gzipSync } from 'node:zlib'
import { attack, canaryPerson, doors, type Attack } from './case.ts'

/** Bodies that are no event, with ingest's answer. */
const broken: readonly (string | Buffer)[] = [
  '',
  ' \n\t',
  'null',
  'true',
  '0',
  '""',
  '"{}"',
  '[]',
  '[[]]',
  '[null]',
  '[{},1]',
  '{',
  '}',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":01}',
  '{"a":1.}',
  '{"a":+1}',
  '{"a":0x1}',
  '{"a":"\u0001"}',
  '{"a":"\\x41"}',
  '{"a":"\\u12"}',
  '{}{}',
  '{} x',
  '// c\n{}',
  '{"messages":5}',
  '{"messages":{}}',
  '{"messages":[]}',
  '{"messages":[1]}',
  '{"messages":[null]}',
  '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
  `{"email":"${canaryPerson}"`,
  `{"email":"${canaryPerson}" x}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"a":"\ud83d"}', 'utf16le'),
  Buffer.alloc(1000),
  '['.repeat(100_000),
  `${'['.repeat(600)}${']'.repeat(600)}`,
  '{"a":'.repeat(100_000),
  `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`,
  `[${'{},'.repeat(1000)}{}]`,
  `[${'1,'.repeat(500_000)}1]`,
  `{"a":"${'x'.repeat(6_000_001)}"}`,
  `{"event_data":{${manyMembers(10_001)}}}`,
]

function manyMembers(count: number): string {
  return Array.from({ length: count }, (_, n) => `"k${n}":${n}`).join(',')
}

/** Bodies that are events, however strange: accepted, and stored or quarantined. */
const strange: readonly string[] = [
  '{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"event_data":{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":4}}',
  '{"event_name":{"$ne":null}}',
  '{"event_name":["view_content"]}',
  '{"event_name":"view_content","event_name":"purchase"}',
  '{"event_id":"a","event_id":"b","event_data":{"a":1,"a":2}}',
  '{"":""}',
  '{" ":" "}',
  `{"${'k'.repeat(100_000)}":1}`,
  '{"event_data":{"n":1e400}}',
  '{"event_data":{"n":-1e-400}}',
  `{"event_data":{"n":${'9'.repeat(100_000)}}}`,
  `{"event_data":{"n":0.${'0'.repeat(100_000)}1}}`,
  '{"event_data":{"n":9007199254740993,"z":-0}}',
  '{"event_data":{"s":"\\ud83d"}}',
  '{"event_data":{"s":"\\u0000\\u202e\\ufeff\\uffff"}}',
  `{"event_data":{"s":"${'e\u0301'.repeat(50_000)}"}}`,
  `{"event_data":{"s":"${'\u{1F468}\u200D'.repeat(20_000)}"}}`,
  '{"event_time":"9999-12-31T23:59:59.999999999Z"}',
  '{"event_time":-1}',
  '{"event_time":"0000-00-00"}',
  `{"email":"${canaryPerson}","content_name":"canary"}`,
  `{"email":["${canaryPerson}"],"user_id":{"a":"${canaryPerson}"}}`,
  `{"email":"${'a'.repeat(50_000)}@${'b'.repeat(50_000)}!"}`,
  `{"page_location":"https://x.example/?email=${canaryPerson}"}`,
  '{"content_name":"\'; DROP TABLE events; --"}',
  '{"content_name":"${7*7}{{7*7}}<script>alert(1)</script>"}',
  '{"content_name":"=HYPERLINK(\\"http://evil.example\\")"}',
  `{"event_data":${'{"a":'.repeat(490)}1${'}'.repeat(490)}}`,
  `{"event_data":{${manyMembers(10_000)}}}`,
  `{"items":[${'{"item_id":"x"},'.repeat(20_000)}{}]}`,
]

const bomb = gzipSync(Buffer.alloc(12_000_000, 0x20))

export const bodies: readonly Attack[] = [
  ...broken.map((body, n) => attack('ingest', `broken body ${n}`, [400], { body })),
  ...broken.map((body, n) =>
    attack('ingest', `broken body ${n}, validated`, [400, 200], {
      body,
      path: '/v1/topics?validateOnly=true',
    }),
  ),
  ...strange.map((body, n) => attack('ingest', `strange event ${n}`, [200], { body })),
  ...strange.map((body, n) =>
    attack('ingest', `strange event ${n}, validated`, [200], { body, path: '/v1/topics?validateOnly=true' }),
  ),
  ...[...broken, ...strange].flatMap((body, n) => [
    attack('translate', `body ${n}`, [200, 207, 400], { body }),
    // Without a signature nothing of a body counts.
    attack('hook', `body ${n}`, [401], { body }),
    attack('console', `body ${n}`, [400, 413], { body }),
  ]),
  ...strange
    .filter((body) => body.length < 1_000_000)
    .map((body, n) =>
      attack('console', `strange event ${n}, explained`, [200], { body: `{"events":[${body}]}` }),
    ),
  ...doors.map((door) =>
    attack(door, 'a gzip bomb', { ingest: [413], translate: [400, 413], hook: [413], console: [413] }[door], {
      body: bomb,
      headers: { 'content-encoding': 'gzip' },
    }),
  ),
]
