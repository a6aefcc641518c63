/** Translations: a million fields do no harm and get a clear message, whatever the format. */
import assert from 'node:assert/strict'
import { FormatError } from '../../functions/translation/formats/reader.ts'
import { readAll } from '../../functions/translation/formats/records.ts'
import { preview } from '../../functions/translation/preview.ts'
import type { TranslationInput } from '../../schemas/translation.ts'

const json = { format: 'json' } as const

/** A million names of four letters and digits, as short as they can be. */
const names = Array.from({ length: 1_000_000 }, (_, index) => (index + 46_656).toString(36))
const millionFields = `{${names.map((name) => `"${name}":1`).join(',')}}`
const millionChildren = `<a>${names.map((name) => `<_${name}/>`).join('')}</a>`

describe('a million fields', () => {
  const refused: readonly [string, TranslationInput, string, RegExp][] = [
    ['of JSON', json, millionFields, /more than 2000 fields, the most are 2000/],
    ['below others', json, `[{"a":{"b":${millionFields}}}]`, /more than 2000 fields/],
    [
      'as kinds of children',
      { format: 'xml' },
      millionChildren,
      /kinds of children or more, the most are 2000/,
    ],
  ]
  for (const [what, input, text, message] of refused) {
    it(`${what} are refused in words`, () => {
      assert.throws(
        () => readAll(input, text),
        (error) => error instanceof FormatError && message.test(error.message),
      )
    })
  }

  it('are refused on sight, without being parsed', () => {
    // What parsing takes of such an object is measured in the same run, on a tenth of it.
    const tenth = `{${names
      .slice(0, 100_000)
      .map((name) => `"${name}":1`)
      .join(',')}}`
    const cpu = (work: () => void): number => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const parsing = cpu(() => void Object.entries(JSON.parse(tenth) as object))
    const refusing = cpu(() => assert.throws(() => readAll(json, millionFields), FormatError))
    assert.ok(refusing < 20 * parsing, `${refusing} µs for all, ${parsing} µs for a tenth to parse`)
  })

  it('in one of many lines cost its own line, and no other', () => {
    const half = `{${names
      .slice(0, 500_000)
      .map((name) => `"${name}":1`)
      .join(',')}}`
    const [bad, good] = readAll({ format: 'ndjson' }, `${half}\n{"a":1}\n`)
    assert.ok(bad && 'problem' in bad && /more than 2000 fields/.test(bad.problem))
    assert.deepEqual(good, { row: 2, record: { a: 1 } })
  })

  it('are too many, but as many as are allowed are read, and a list of any length', () => {
    const fields = (count: number) =>
      `{${names
        .slice(0, count)
        .map((name) => `"${name}":",{"`)
        .join(',')}}`
    const list = `[${Array.from({ length: 10_000 }, () => '{"a":[1,2,3]}').join(',')}]`
    assert.equal(readAll(json, fields(2000)).length, 1)
    assert.throws(() => readAll(json, fields(2001)), /more than 2000 fields/)
    assert.equal(readAll(json, list).length, 10_000)
  })

  it('are more than the page can look at, and it says so', () => {
    for (const text of [millionFields, `[${millionFields}]`, millionChildren]) {
      const found = preview(text)
      assert.ok(
        'problem' in found && /characters is not looked at: paste a few whole records/.test(found.problem),
      )
    }
  })
})
