/** Attacks on patterns and rules: events as large as the front door accepts, each hard for another kind of rule. */
import { limits } from '../../../schemas/limits.ts'

type Fields = Readonly<Record<string, unknown>>

const bytes = limits.eventBytes - 2000
const most = limits.membersPerObject

/** An event has a long and a short list, or two of the same length. Together they have nearly as many values as an event may have. */
const values = { long: limits.valuesPerEvent * 0.6, equal: limits.valuesPerEvent * 0.45 } as const

/** A list with as many elements as the bytes and the values allow. */
function filled(element: string, mostBytes = bytes, mostValues = values.long): unknown[] {
  const valuesOfElement = 1 + element.replaceAll(/[^,[{]/g, '').length
  const count = Math.floor(Math.min(mostBytes / (element.length + 1), mostValues / valuesOfElement))
  return JSON.parse(`[${`${element},`.repeat(count - 1)}${element}]`) as unknown[]
}

/** A pseudo-random text of two letters, the same in each run: it drives an automaton through many states. */
function twoLetters(length: number): string {
  let seed = 7
  const codes = Buffer.alloc(length)
  for (let at = 0; at < length; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    codes[at] = seed & 0x10000 ? 97 : 98
  }
  return codes.toString('latin1')
}

function event(data: Fields, context: Fields = {}): Fields {
  return { event_name: 'attack', event_id: 'e-1', user_id: 'u-1', ...context, event_data: data }
}

function members(count: number, value: unknown): Fields {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index.toString(36)}`, value]))
}

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth))
}

/** Name → an event whose text and lists are read by the rules of `rules.ts`: `text`, `other`, `items`, `tags`. */
export const hostileEvents: Readonly<Record<string, () => Fields>> = {
  'one letter': () => event({ text: 'a'.repeat(bytes), other: 'a', items: [], tags: [] }),
  'one letter and an end that does not match': () =>
    event({ text: `${'a'.repeat(bytes - 1)}!`, other: '!', items: ['a'], tags: ['a'] }),
  'address without an end': () =>
    event(
      { text: `ann@${'a'.repeat(bytes / 2)}!`, other: 'ann@', items: [], tags: [] },
      { email: `ann@${'a'.repeat(60)}!`, page_url: `https://x.example/${'a'.repeat(bytes / 4)}` },
    ),
  'two letters': () =>
    event({ text: twoLetters(bytes / 2), other: twoLetters(bytes / 4), items: [], tags: [] }),
  'a search that fails late': () => {
    const half = 'a'.repeat(bytes / 6)
    return event({ text: 'a'.repeat(bytes / 2), other: `${half}b${half}`, items: [], tags: [] })
  },
  digits: () =>
    event({ text: '1'.repeat(bytes), other: '1'.repeat(30_000), items: ['1'.repeat(60_000)], tags: [] }),
  'digits of 16,000': () =>
    event({ text: '1'.repeat(16_000), other: `${'1'.repeat(500)}x`, items: [], tags: [] }),
  durations: () =>
    event({ text: '1s'.repeat(bytes / 4), other: '1s'.repeat(50), items: filled('"1s"', 1e6), tags: [] }),
  numbers: () => event({ text: 'a', other: 'b', items: filled('1'), tags: ['a'] }),
  'empty maps': () => event({ text: 'a', other: 'b', items: filled('{}'), tags: filled('{}', 1e5) }),
  'maps of one member': () => event({ text: 'a', other: 'b', items: filled('{"price":1}'), tags: ['a'] }),
  texts: () =>
    event({ text: 'a', other: 'b', items: filled('"aaaaaaaaaaaaaaaaaaaaaaaa!"'), tags: filled('"ab"', 1e5) }),
  'lists of lists': () =>
    event({ text: 'a', other: 'b', items: filled('[1,[2,[3]]]'), tags: filled('[1]', 1e5) }),
  'two equal lists': () =>
    event({
      text: 'a',
      other: 'a',
      items: filled('1', bytes / 2, values.equal),
      tags: filled('1', bytes / 2, values.equal),
    }),
  'two equal lists of maps': () =>
    event({
      text: 'a',
      other: 'a',
      items: filled('{"a":1}', bytes / 2, values.equal),
      tags: filled('{"a":1}', bytes / 2, values.equal),
    }),
  'many members': () =>
    event({
      text: members(most, 1),
      other: members(3, 'a'),
      items: members(most, {}),
      tags: [members(most, {})],
    }),
  'deep lists': () =>
    event({ text: nested(490), other: nested(490), items: nested(490), tags: [nested(480)] }),
  'letters outside ASCII': () =>
    event({ text: 'é'.repeat(bytes / 2), other: '\u{1F600}'.repeat(99_999), items: [], tags: [] }),
  'unpaired surrogates': () =>
    event({ text: '\ud800'.repeat(bytes / 6), other: '\udc00', items: ['\udfff'], tags: [] }),
  'line ends': () =>
    event({ text: '\n\r\u2028'.repeat(bytes / 12), other: '\n', items: ['\n'], tags: ['\0'] }),
  'other types': () => event({ text: 7, other: null, items: 'abc', tags: true }),
  'members of objects': () =>
    event(
      JSON.parse(
        '{"text":{"__proto__":{"length":9}},"other":{"constructor":1},"items":{"length":9e15},"tags":{}}',
      ) as Fields,
    ),
  'no data': () => event({}),
}
