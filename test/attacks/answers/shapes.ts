/** Attacks on answers: bodies that no vendor documents. */

const wrong: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'text',
  [],
  [[]],
  [null],
  {},
  { length: 3 },
  { 0: 'x' },
  [{ index: null }],
  [{ index: {} }],
  [{ index: -1 }],
  [{ index: 1e9 }],
  [{ index: '__proto__' }],
  [{ index: 'length' }],
  [{ index: 0, message: {} }],
  [{ index: 0, type: [] }],
]

/** Members that some target reads. */
const members = [
  'error',
  'errors',
  'message',
  'code',
  'status',
  'reason',
  'details',
  'data',
  'events',
  'elements',
  'failed_records',
  'failedUpdates',
  'invalidEmails',
  'validationMessages',
  'events_with_invalid_fields',
  'exceeded_daily_quota_users',
  'invalid_events',
  'policyName',
  'eventsReceived',
]

const nested = 20_000

/** Title → body. */
export const wrongShapes: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['a space', ' '],
  ['half of an object', '{"error":{"message":"no'],
  ['two objects', '{}{}'],
  ['a byte order mark', '\ufeff{"error":"x"}'],
  ['characters without meaning', '\u0000\ud800\udfff\ufffd\u202e'],
  ['a page', `<html><head><title>502 Bad Gateway</title></head><body>${'<p>'.repeat(2000)}</body></html>`],
  ['deep lists', '['.repeat(nested) + ']'.repeat(nested)],
  ['deep objects', '{"error":'.repeat(nested) + '1' + '}'.repeat(nested)],
  ['deep lists that end early', '{"errors":' + '['.repeat(nested)],
  ['a prototype', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'],
  ['a prototype among the errors', '{"errors":[{"__proto__":{"polluted":true},"index":0}]}'],
  ['a prototype of the error', '{"error":{"__proto__":{"polluted":true}}}'],
  ['escapes', '%'.repeat(900) + '&#99999999;\\uD800\\u12'],
  ['escapes of escapes', '%25'.repeat(600)],
  ['addresses', '@'.repeat(1500)],
  ['colons', ':'.repeat(1500)],
  ['digits', '1 '.repeat(1000)],
  ['a long word', 'a'.repeat(100_000)],
  ['accents', `e${'\u0301'.repeat(1500)}`],
  ['capitals that grow', 'İ'.repeat(1500)],
  ...members.flatMap((member, index) =>
    [wrong[index % wrong.length], wrong[(index + 7) % wrong.length], wrong[(index + 13) % wrong.length]].map(
      (value) => [`${member}: ${JSON.stringify(value)}`, JSON.stringify({ [member]: value })] as const,
    ),
  ),
  ...wrong.map((value) => {
    const all = Object.fromEntries(members.map((member) => [member, value]))
    return [`every member ${JSON.stringify(value)}`, JSON.stringify(all)] as const
  }),
]
