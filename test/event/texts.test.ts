/** Texts of an event: any value reaches the row and the bus as the producer wrote it. */
import assert from 'node:assert/strict'
import { readEvent, type Event } from '../../functions/event/read.ts'
import { codeRegistry } from '../../functions/event/registry.ts'
import { randomFrom, type Random } from '../ingest/random.ts'

const names = (
  'email phone user_id session_number sent_at consent locale event_id event_time event_data content_name value ' +
  'items 0 17 __proto__ constructor ünï a"b note'
).split(' ')
const scalars = (
  '1 1.0 -0 1e3 12345678901234567890 0.10 true false null "" "a\\"b" "\\u00e9" "\\\\" "é" "ada@example.com" ' +
  '"2026-03-14T09:26:53.5+01:00" ":\\"," "😀"'
).split(' ')

function space(random: Random): string {
  return random.below(9) === 0 ? random.pick([' ', '\n ', '\t']) : ''
}

/** Returns a name as JSON, sometimes with escapes. */
function nameText(random: Random): string {
  const name = random.pick(names)
  if (random.below(9) > 0) return JSON.stringify(name)
  return `"${name.replace(/./g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`
}

function valueText(random: Random, depth: number): string {
  const kind = depth > 0 ? random.below(6) : 5
  if (kind === 0) return objectText(random, depth - 1)
  if (kind === 1) return `[${random.some(3, () => valueText(random, depth - 1)).join(` ,`)}]`
  return random.pick(scalars)
}

function objectText(random: Random, depth: number, more: readonly string[] = []): string {
  const member = () =>
    `${space(random)}${nameText(random)}${space(random)}:${space(random)}${valueText(random, depth)}${space(random)}`
  return `{${[...more, ...random.some(9, member)].join(',')}}`
}

const usualNames = names.slice(0, 6)

/** Returns an event with always the same names in the same order, as one producer sends them. */
function usualText(random: Random): string {
  const members = usualNames.map((name) => `"${name}":${random.pick(scalars)}`)
  return `{"event_name":"view_content",${members.join(',')}}`
}

function read(text: string): Event {
  const event = readEvent(
    {
      topic: 'events',
      messageId: 'm-1',
      publishTime: '2026-03-14T09:26:53Z',
      attributes: {},
      data: Buffer.from(text),
    },
    codeRegistry,
  )
  assert.ok(!('reason' in event), text)
  return event
}

describe('the texts of an event', () => {
  it('equal its values, and are parts of the original text', () => {
    for (let seed = 1; seed <= 4000; seed++) {
      const random = randomFrom(seed)
      const text = seed % 2 ? usualText(random) : objectText(random, 3, ['"event_name":"view_content"'])
      const { context, dataText, value } = read(text)
      assert.deepEqual(JSON.parse(dataText), value['event_data'], text)
      for (const [name, each] of context) {
        if (name === 'sent_at') assert.match(each, /^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"$/, text)
        else {
          assert.ok(text.includes(each), text)
          assert.deepEqual(JSON.parse(each), value[name], text)
        }
      }
      const named = ['event_id', 'event_name', 'event_time', 'event_data', ...context.keys()]
      assert.deepEqual(Object.keys(value).toSorted(), named.toSorted(), text)
    }
  })

  it('keep the order and the bytes of event fields, except spaces between them', () => {
    const text = '{"event_name":"view_content", "z": 1.0 ,"7":{ "b":1e3 },"a":"\\u00e9", "locale":"en-GB"}'
    assert.equal(read(text).dataText, '{"z":1.0,"7":{ "b":1e3 },"a":"\\u00e9"}')
    assert.deepEqual([...read(text).context], [['locale', '"en-GB"']])
  })

  it('are computed once', () => {
    const event = read('{"event_name":"view_content","locale":"en-GB","n":1}')
    assert.equal(event.context, event.context)
    assert.equal(event.dataText, '{"n":1}')
  })
})
