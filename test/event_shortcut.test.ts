/** Shortcut: an event that looks like many before it is sorted as if it were the first. */
import assert from 'node:assert/strict'
import { layoutOf } from '../functions/event/layout.ts'
import { sort } from '../functions/event/sort.ts'
import { randomFrom, seed, type Random } from './front_door/random.ts'
import { withoutGenerating } from './support/without_generating.ts'

type Members = Readonly<Record<string, unknown>>

/** By context field: texts that satisfy its definition, and others. */
const values: Readonly<Record<string, readonly [good: readonly string[], bad: readonly string[]]>> = {
  event_id: [
    ['"e-1"', '"e-2"'],
    ['"ü"', '""', '7'],
  ],
  event_time: [
    ['"2026-03-14T09:26:53.5Z"', '1773480413', '"2026-03-14t10:26:53+01:00"'],
    ['"soon"', '-1'],
  ],
  sent_at: [['"2026-03-14T09:26:54Z"'], ['true']],
  email: [['"ada@example.com"'], ['"nobody"', '{"a":1}']],
  country: [['"GB"'], ['"Britain"']],
  session_number: [
    ['3', '4e0'],
    ['-1', '1.5', '1e999', '"3"'],
  ],
  limited_data_use: [['true', 'false'], ['"true"']],
}
const own = ['1', '1.50', '"x"', 'null', '[1, 2]', '{"a":null}', '"\\u00e9"']
const ownNames = ['__proto__', 'constructor', 'note', 'ünï', 'a"b\u2028']

/** The same names in the same order each time. `nulls` are those that are null. */
const textOf = (random: Random, nulls: readonly string[], faults: number): string => {
  const context = Object.entries(values).map(([name, [good, bad]]) => {
    const value = random.below(faults) === 0 ? random.pick(bad) : random.pick(good)
    return `"${name}":${nulls.includes(name) ? 'null' : value}`
  })
  const others = ownNames.map((name) => `${JSON.stringify(name)}:${random.pick(own)}`)
  return `{"event_name":"view_content",${[...context, ...others].join(',')}}`
}

const sorted = (text: string, eventName: string) => {
  const { texts, ...others } = sort(text, JSON.parse(text) as Members, eventName)
  return { ...others, context: [...texts.context], dataText: texts.data, names: Object.keys(others.value) }
}

const shortcutOf = (text: string, eventName: string) =>
  layoutOf(eventName, text, JSON.parse(text) as Members).shortcut

describe(`the shortcut of an event (SEED=${seed} repeats these)`, () => {
  for (const nulls of [[], ['email'], ['event_id', 'event_time', 'country']])
    it(`comes to the same as sorting one by one, where ${nulls.join(', ') || 'nothing'} is null`, () => {
      const random = randomFrom(seed)
      const often = `often without ${nulls.join()}`
      for (let n = 0; n < 600; n++) sorted(textOf(random, nulls, Infinity), often)
      let taken = 0
      for (let n = 0; n < 400; n++) {
        const text = textOf(random, n % 5 ? nulls : ['sent_at'], n % 2 ? Infinity : 12)
        if (shortcutOf(text, often)?.accepts(JSON.parse(text))) taken++
        assert.deepEqual(sorted(text, often), sorted(text, `first ${nulls.join()} ${n}`), text)
      }
      assert.ok(taken > 100, `${taken} events took it`)
      assert.equal(Object.keys(Object.prototype).length, 0)
    })

  it('is taken for no event with other names, or the same in another order', () => {
    const text = '{"event_id":"e-1","email":"ada@example.com","note":1}'
    for (let n = 0; n < 600; n++) sorted(text, 'ordered')
    assert.ok(shortcutOf(text, 'ordered'))
    for (const other of [
      '{"email":"ada@example.com","event_id":"e-1","note":1}',
      '{"event_id":"e-1","email":"ada@example.com"}',
      '{"event_id":"e-1","email":"ada@example.com","note":1,"more":2}',
      '{}',
    ]) {
      assert.equal(shortcutOf(other, 'ordered'), undefined, other)
      assert.deepEqual(sorted(other, 'ordered'), sorted(other, `unordered ${other}`))
    }
  })

  it('leaves alone events that must be looked at closely', () => {
    const texts = ['{"email":"nobody"}', '{"event_data":{"a":1}}', '{"event_data":1}']
    for (const text of texts) {
      for (let n = 0; n < 600; n++) sorted(text, 'close')
      assert.equal(shortcutOf(text, 'close'), undefined, text)
      assert.deepEqual(sorted(text, 'close'), sorted(text, `closely ${text}`))
    }
  })

  it('does not confuse events whose names are numbers', () => {
    const texts = ['{"b":1,"email":"ada@example.com","7":2}', '{"7":2,"b":1,"email":"ada@example.com"}']
    for (const text of [...texts, ...texts]) {
      for (let n = 0; n < 600; n++) sorted(text, 'numbered')
      assert.deepEqual(sorted(text, 'numbered'), sorted(text, `numbered ${text}`))
    }
  })

  it('is none where no code may be generated', () => {
    const file = (name: string) => JSON.stringify(new URL(`../functions/event/${name}.ts`, import.meta.url))
    const program =
      `import { sort } from ${file('sort')}\nimport { layoutOf } from ${file('layout')}\n` +
      `const [text, parsed] = ['{"a":1}', { a: 1 }]\n` +
      `for (let n = 0; n < 600; n++) sort(text, parsed, 'x')\n` +
      `console.log(sort(text, parsed, 'x').data, layoutOf('x', text, parsed).shortcut)`
    assert.equal(withoutGenerating(program), '{ a: 1 } undefined\n')
  })
})
