/** Translations: a million fields do no harm and get a clear message, in every format. */
import assert from 'node:assert/strict'
import { FormatError } from '../../functions/translation/formats/reader.ts'
import { readAll } from '../../functions/translation/formats/records.ts'
import { preview } from '../../functions/translation/preview.ts'
import type { TranslationInput } from '../../schemas/translation.ts'

const json = { format: 'json' } as const

/** A million names of four letters and digits, the minimum for that many. */
const names = Array.from({ length: 1_000_000 }, (_, index) => (index + 46_656).toString(36))
const millionFields = `{${names.map((name) => `"${name}":1`).join(',')}}`
const millionChildren = `<a>${names.map((name) => `<_${name}/>`).join('')}</a>`

describe('a million fields', () => {
  const refused: readonly [string, TranslationInput, string, RegExp][] = [
    ['of JSON', json, millionFields, /more than 2000 fields, the maximum/],
    ['of nested JSON', json, `[{"a":{"b":${millionFields}}}]`, /more than 2000 fields/],
    ['of XML', { format: 'xml' }, millionChildren, /kinds of children; the maximum is 2000/],
  ]
  for (const [what, input, text, message] of refused) {
    it(`${what} are refused with a clear message`, () => {
      assert.throws(
        () => readAll(input, text),
        (error) => error instanceof FormatError && message.test(error.message),
      )
    })
  }

  it('are refused without being parsed', () => {
    // The cost of parsing is measured in the same run, with a tenth of the fields.
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

  it('in one of many lines invalidate only that line', () => {
    const half = `{${names
      .slice(0, 500_000)
      .map((name) => `"${name}":1`)
      .join(',')}}`
    const [invalid, valid] = readAll({ format: 'ndjson' }, `${half}\n{"a":1}\n`)
    assert.ok(invalid && 'problem' in invalid && /more than 2000 fields/.test(invalid.problem))
    assert.deepEqual(valid, { row: 2, record: { a: 1 } })
  })

  it('are too many; the maximum number is read, and lists of any length', () => {
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

  it('exceed the maximum text of a preview, which says so', () => {
    for (const text of [millionFields, `[${millionFields}]`, millionChildren]) {
      const result = preview(text)
      assert.ok('problem' in result && /the maximum for JSON and XML is 2000000\. Paste/.test(result.problem))
    }
  })
})
