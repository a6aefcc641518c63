/** Attacks: identities to erase that are written to reach other people, to break a statement or to keep an engine busy. Expected by hand. */

/** One identity, with texts that name the person and texts that name somebody else or nobody. */
export interface HostileIdentity {
  field: string
  value: string
  hers: readonly string[]
  others: readonly string[]
}

function identity(
  field: string,
  value: string,
  hers: readonly string[],
  others: readonly string[],
): HostileIdentity {
  return { field, value, hers, others }
}

/** As the value of its field in a row. */
function row(field: string, value: string): string {
  return JSON.stringify({ [field]: value })
}

/** In a longer text in JSON, in a string of JSON, and in a form. */
function everywhere(value: string): readonly string[] {
  const json = JSON.stringify({ note: `for ${value} only` })
  return [json, JSON.stringify({ body: json }), `a=1&who=${encodeURIComponent(value)}&b=2`]
}

/** Characters that mean something to SQL, to LIKE, to regular expressions, to JSON or to a shell. */
const special = [
  "'",
  '"',
  '`',
  '\\',
  '%',
  '_',
  '*',
  '.',
  '+',
  '?',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '|',
  '^',
  '$',
  '/',
  '#',
  ';',
  '--',
  '@p0',
  '\\d',
  '\\Q',
  '(?i)',
  "' OR 1=1 --",
  "'); DROP TABLE events; --",
]

const withSpecial = special.map((each) => {
  const value = `u${each}4711-kx`
  // What each would match if it were read as a pattern or as SQL.
  return identity(
    'user_id',
    value,
    [row('user_id', value), ...everywhere(value)],
    [
      row('user_id', 'u4711-kx'),
      row('user_id', 'ux4711-kx'),
      row('user_id', 'u14711-kx'),
      row('user_id', `${value}1`),
      row('user_id', `1${value}`),
      'u 4711-kx',
    ],
  )
})

/** Addresses that contain each other. */
const contained = [
  identity('email', 'ann@acme.example', everywhere('ann@acme.example'), [
    'joann@acme.example',
    'jo.ann@acme.example',
    'jo-ann@acme.example',
    'jo_ann@acme.example',
    'jo+ann@acme.example',
    'ann@acme.example.org',
    'ann@acme.examples',
    'ann@acme-example',
    'ann@acme_example',
    'joann%40acme.example',
    'jo%2Bann%40acme.example',
  ]),
  identity(
    'email',
    'brien@acme.example',
    ['{"where":"email = \'brien@acme.example\'"}', '<brien@acme.example>'],
    ["o'brien@acme.example", 'o%27brien%40acme.example', 'o\\u0027brien@acme.example'],
  ),
  identity(
    'user_id',
    'customer-1001',
    [row('user_id', 'CUSTOMER-1001'), 'id=customer-1001&x'],
    ['customer-10012', 'xcustomer-1001', 'customer-1001-b', 'sub.customer-1001'],
  ),
  identity(
    'phone',
    '+32 470 12 34 56',
    ['0032470123456', '+32 (470) 12-34-56', 'tel=%2B32470123456'],
    ['132470123456', '+324701234567', '+3247012345'],
  ),
]

/** Values that are too short or too usual to be searched for without the name of their field. */
const common = [
  '1',
  '@',
  'a',
  '%',
  '_',
  '.',
  '*',
  '.*',
  '%%',
  '😀',
  'é',
  'true',
  'null',
  '2026',
  'login',
  'elizabeth',
  'a@',
].map((value) =>
  identity(
    'user_id',
    value,
    [row('user_id', value)],
    [
      row('user_id', `${value}@acme.example`),
      row('user_id', `${value}:7`),
      row('user_id', `${value}/7`),
      row('user_id', `7|${value}`),
      '{"note":"x 1 @ a % _ . * .* é true null 2026 login elizabeth a@ y","user_id":"somebody"}',
      row('user_id', `${value}x`),
      row('product_id', value),
      '{}',
    ],
  ),
)

/** One letter in two Unicode forms is one person only if the producer wrote it the same way. https://unicode.org/reports/tr15/ */
const unicode = [
  identity(
    'email',
    'zoë@acme.example',
    ['zoë@acme.example', 'ZOË@acme.example', 'zo\\u00eb@acme.example', 'zo%C3%AB%40acme.example'],
    ['zoe@acme.example', 'zoé@acme.example'],
  ),
  identity('user_id', 'straße-77', ['straße-77', 'STRAßE-77'], ['strase-77', 'stra-77']),
  identity('user_id', 'İstanbul-34', ['İstanbul-34'], ['stanbul-34', 'xİstanbul-34']),
  identity(
    'user_id',
    'ид-81920',
    ['ид-81920', 'ИД-81920', '\\u0438\\u0434-81920'],
    ['вид-81920', 'ид-819201'],
  ),
  identity('user_id', '用户4711kx', [row('user_id', '用户4711kx')], ['客用户4711kx', '用户4711kxy']),
  identity('user_id', '😀smile-4711', ['😀smile-4711', '\\ud83d\\ude00smile-4711'], ['😁smile-4711']),
  identity('user_id', 'a\u202eb-4711x', ['a\u202eb-4711x'], ['ab-4711x']),
]

/** Values that make an engine that tries every combination work for minutes. */
const slow = [
  '\\'.repeat(30) + '12345678a',
  '/'.repeat(200) + 'a1234567',
  '"'.repeat(100) + 'a1234567',
  `${'ab'.repeat(60)}1@acme.example`,
  '(a+)+$ 1234567b',
  `${'%5C'.repeat(100)}12345678b`,
  '0'.repeat(400) + 'a',
  `${'x'.repeat(500)}1${'é'.repeat(500)}`,
].map((value) =>
  identity(
    'user_id',
    value,
    [row('user_id', value)],
    [
      row('user_id', `${value}z`),
      '\\'.repeat(2000),
      '/'.repeat(2000),
      'ab'.repeat(2000),
      `user_id${' '.repeat(20_000)}`,
    ],
  ),
)

export const hostileIdentities: readonly HostileIdentity[] = [
  ...withSpecial,
  ...contained,
  ...common,
  ...unicode,
  ...slow,
]
