/** Translations: what is detected, inferred and suggested for a pasted text, and the events it becomes. */
import assert from 'node:assert/strict'
import { preview } from '../functions/translation/preview.ts'
import { compileTranslation } from '../functions/translation/translate.ts'
import { translationProblems } from '../schemas/translation.ts'
import type { Case, Cases } from './translation/case.ts'
import { csvCases } from './translation/csv_cases.ts'
import { jsonCases } from './translation/json_cases.ts'
import { otherCases } from './translation/other_cases.ts'

function pathOf(source: unknown): unknown {
  if (typeof source !== 'object' || source === null) return source
  const { from, each } = source as { from?: string; each?: string }
  return from ?? each
}

function check({ paste, input, records, first, types, texts, event, links, personal }: Case): void {
  const result = preview(paste)
  if (input instanceof RegExp) {
    assert.ok('problem' in result, 'the text was read without a problem')
    return assert.match(result.problem, input)
  }
  assert.ok(!('problem' in result), 'problem' in result ? result.problem : '')
  assert.deepEqual(result.input, input)
  assert.notEqual(result.why, '')
  if (records !== undefined) assert.equal(result.records.length + result.unread.length, records)
  if (first) assert.deepEqual(result.records[0], first)
  const { translation, fields } = result
  assert.deepEqual(translationProblems(translation), [])
  if (types) {
    const declared: Readonly<Record<string, unknown>> = translation.fields
    for (const [path, type] of Object.entries(types)) assert.equal(declared[path], type, `type of ${path}`)
    if (Object.keys(types).length === 0) assert.deepEqual(declared, {})
  }
  for (const path of texts ?? []) {
    const field = fields.find((each) => each.path === path)
    assert.deepEqual([path, field?.type, path in translation.fields], [path, 'text', false])
  }
  const { name } = translation.event
  if (event !== undefined) assert.equal('const' in name ? name.const : name.from, event)
  for (const [target, path] of Object.entries(links ?? {}))
    assert.equal(pathOf(translation.link[target]), path, `source of ${target}`)
  for (const path of personal ?? [])
    assert.ok(fields.find((each) => each.path === path)?.personal, `${path} is personal`)
  // The suggested translation compiles and translates every record that was read.
  const translate = compileTranslation(translation)
  for (const record of result.records)
    for (const translated of translate(record))
      if ('violations' in translated)
        assert.ok(translated.violations.every(({ expected }) => expected !== ''))
}

describe('the preview of a pasted text', () => {
  const corpus: Readonly<Record<string, Cases>> = { csv: csvCases, json: jsonCases, other: otherCases }
  for (const [kind, cases] of Object.entries(corpus)) {
    describe(kind, () => {
      for (const [what, each] of Object.entries(cases)) it(`of ${what}`, () => check(each))
    })
  }

  it('has the confidence of each field, and the reason', () => {
    const result = preview(
      'email,total\na@example.com,1\nb@example.com,2\n,3\nd@example.com,4\ne@example.com,5\n',
    )
    assert.ok(!('problem' in result))
    const [email, total] = result.fields
    assert.match(email!.why, /^4 of 5 samples, 1 empty/)
    assert.match(total!.why, /^5 of 5 samples/)
    assert.ok(total!.confidence > 0.8 && total!.confidence > email!.confidence)
    assert.deepEqual(email!.examples, ['a@example.com', 'b@example.com', 'd@example.com'])
  })

  it('uses the given options instead of detected ones', () => {
    const result = preview('a;b\n1;2', { format: 'csv', delimiter: ',', header: false })
    assert.ok(!('problem' in result))
    assert.deepEqual(result.records, [{ column_1: 'a;b' }, { column_1: '1;2' }])
  })
})
