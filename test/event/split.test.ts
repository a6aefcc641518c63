/** Split of an event: each field becomes a context field or an event field, for any name and value. */
import assert from 'node:assert/strict'
import { readEvent, type Event } from '../../functions/event/read.ts'
import { codeRegistry } from '../../functions/event/registry.ts'
import { randomFrom, seed, type Random } from '../ingest/random.ts'
import { withoutGenerating } from '../support/without_generating.ts'

/** Context field → JSON texts that satisfy its definition, and JSON texts that break it. */
const values: Readonly<Record<string, readonly [valid: readonly string[], invalid: readonly string[]]>> = {
  sent_at: [
    ['"2026-03-14T09:26:54Z"', '1773480414'],
    ['true', '"soon"', '-1'],
  ],
  email: [['"ada@example.com"'], ['"nobody"', '{"a":1}']],
  country: [['"GB"'], ['"Britain"']],
  session_number: [
    ['3', '4e0'],
    ['-1', '1.5', '1e999', '"3"'],
  ],
  limited_data_use: [['true', 'false'], ['"true"']],
}

const eventFieldNames = ['__proto__', 'constructor', 'note', 'ünï', 'a"b\u2028', '7']
const eventFieldValues = ['1', '1.50', '"x"', 'null', '[1, 2]', '{"a":null}', '"\\u00e9"']

function read(text: string): Event {
  const message = {
    topic: 'view_content',
    messageId: 'm-1',
    publishTime: '2026-03-14T09:26:53Z',
    attributes: {},
    data: Buffer.from(text),
    subscription: 'view_content-store',
    attempt: 1,
  }
  const event = readEvent(message, codeRegistry)
  assert.ok('id' in event, text)
  return event
}

function shuffled<Value>(random: Random, values: readonly Value[]): readonly Value[] {
  return values
    .map((value) => [random.below(1e6), value] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, value]) => value)
}

describe(`the fields of an event (SEED=${seed} repeats these)`, () => {
  it('are context fields if they satisfy their definition, else event fields, in any order', () => {
    const random = randomFrom(seed)
    for (let n = 0; n < 2000; n++) {
      const context = new Map<string, string>()
      const eventFields: string[] = []
      const broken: string[] = []
      const members = shuffled(random, [...Object.keys(values), ...eventFieldNames])
        .slice(random.below(4))
        .map((name) => {
          const member = (text: string): string => `${JSON.stringify(name)}:${text}`
          const isContext = Object.hasOwn(values, name)
          if (isContext && random.below(5) === 0) return member('null')
          const [valid, invalid] = isContext ? values[name]! : [[], eventFieldValues]
          const isValid = isContext && random.below(3) > 0
          const text = random.pick(isValid ? valid : invalid)
          if (isValid) context.set(name, text)
          else eventFields.push(member(text))
          if (isContext && !isValid) broken.push(name)
          return member(text)
        })
      const text = `{${members.join(', ')}}`
      const event = read(text)
      assert.equal(event.dataText, `{${eventFields.join(',')}}`, text)
      assert.deepEqual(event.value['event_data'], JSON.parse(event.dataText), text)
      assert.deepEqual(
        event.violations.map(({ field }) => field),
        broken,
        text,
      )
      if (context.has('sent_at')) context.set('sent_at', '"2026-03-14T09:26:54.000000Z"')
      assert.deepEqual(new Map(event.context), context, text)
    }
    assert.equal(Object.keys(Object.prototype).length, 0)
  })

  it('keep the order of the text if their names are numbers', () => {
    assert.equal(read('{"b":1,"email":"ada@example.com","7":2,"3":3}').dataText, '{"b":1,"7":2,"3":3}')
    assert.equal(read('{"7":2,"b":1,"event_data":{"9":1,"1":2}}').dataText, '{"7":2,"b":1,"9":1,"1":2}')
  })

  it('can have the name __proto__ beside the context fields and nested, which changes no prototype', () => {
    for (const text of [
      '{"__proto__":{"email":1},"a":2}',
      '{"event_data":{"__proto__":{"email":1},"a":2}}',
    ]) {
      const event = read(text)
      const data = event.value['event_data'] as object
      assert.equal(event.dataText, '{"__proto__":{"email":1},"a":2}')
      assert.equal(Object.getPrototypeOf(data), Object.prototype)
      assert.deepEqual(Object.entries(data), [
        ['__proto__', { email: 1 }],
        ['a', 2],
      ])
    }
  })

  it('are split in a process that forbids code generation', () => {
    const file = (name: string) =>
      JSON.stringify(new URL(`../../functions/event/${name}.ts`, import.meta.url))
    const program =
      `import { readEvent } from ${file('read')}\nimport { codeRegistry } from ${file('registry')}\n` +
      `const data = Buffer.from('{"event_name":"view_content","locale":"en-GB","email":"nobody","a":1}')\n` +
      `const message = { topic: 'events', messageId: '1', publishTime: '2026-03-14T09:26:53Z', attributes: {}, data }\n` +
      `const { context, dataText } = readEvent(message, codeRegistry)\n` +
      `console.log(JSON.stringify([...context]), dataText)`
    assert.equal(withoutGenerating(program), '[["locale","\\"en-GB\\""]] {"email":"nobody","a":1}\n')
  })
})
