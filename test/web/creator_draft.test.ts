/** Web tests: the functions of the creator: version changes, drafts of pasted texts, and snippets for any payload. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { definitionProblems } from '../../schemas/definition.ts'
import { extendedType, extensionProblems } from '../../schemas/definition_extension.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { definitionChanges, translationChanges } from '../../schemas/definition_change.ts'
import { translationProblems } from '../../schemas/translation.ts'
import { bumpOf, nextVersion, type Bump } from '../../schemas/version_change.ts'
import { preview } from '../../functions/translation/preview.ts'
import { definitionOf, translationOfDraft, withUnshownOf } from '../../web/creator/draft.ts'
import { resultsOf } from '../../functions/translation/try_records.ts'
import { valuesIn } from '../../web/creator/results.ts'
import { fieldRowsOf } from '../../web/creator/rows.ts'
import { snippetsOf } from '../../web/creator/snippets.ts'
import { samples } from '../../web/creator/source.ts'
import { orderPlaced, ordersCsv, shopOrders } from './creator/orders.ts'

type Fields = Definition['fields']

describe('a definition change', () => {
  const { order_no: orderNo, total } = orderPlaced.fields as {
    order_no: Fields[string]
    total: Fields[string]
  }
  const with_ = (fields: Fields, more: Partial<Definition> = {}): Definition => ({
    ...orderPlaced,
    ...more,
    fields,
  })
  const cases: readonly [string, Definition, Bump | undefined][] = [
    ['without a difference', orderPlaced, undefined],
    ['that adds a field', with_({ order_no: orderNo, total, channel: orderNo }), 'minor'],
    ['that removes a field', with_({ order_no: orderNo }), 'major'],
    ['that requires a field', with_(orderPlaced.fields, { required: ['order_no', 'total'] }), 'major'],
    ['that makes a field optional', with_(orderPlaced.fields, { required: [] }), 'minor'],
    [
      'that changes a type',
      with_({ order_no: orderNo, total: { ...total, type: 'integer', example: 1 } }),
      'major',
    ],
    ['to mode strict', with_(orderPlaced.fields, { mode: 'strict' }), 'major'],
    ['that limits a number', with_({ order_no: orderNo, total: { ...total, minimum: 0 } }), 'major'],
    [
      'that raises the maximum length of a text',
      with_({ order_no: { ...orderNo, maxLength: 2000 }, total }),
      'minor',
    ],
    ['that limits the values', with_({ order_no: { ...orderNo, enum: ['A-1042'] }, total }), 'major'],
    ['that changes the description', with_(orderPlaced.fields, { description: 'An order.' }), 'patch'],
  ]
  for (const [what, after, bump] of cases) {
    it(`${what} needs ${bump === undefined ? 'no new version' : `a ${bump} version`}`, () => {
      assert.equal(bumpOf(definitionChanges(orderPlaced, after)), bump)
    })
  }

  it('adds an alias with a minor version, and changes or removes one with a major version', () => {
    const named = { ...orderPlaced, aliases: { no: 'order_no' } }
    assert.equal(bumpOf(definitionChanges(orderPlaced, named)), 'minor')
    assert.equal(bumpOf(definitionChanges(named, { ...named, aliases: { no: 'total' } })), 'major')
    assert.deepEqual(
      definitionChanges(named, orderPlaced).map(({ field, why }) => `${field} ${why}`),
      ['aliases.no no longer stands for order_no: events that use it lose the field.'],
    )
  })

  it('from a draft keeps the aliases whose fields it still has', () => {
    const aliases = { no: 'order_no', sum: 'total', uid: 'user_id' }
    const found = with_({ order_no: orderNo })
    assert.deepEqual(withUnshownOf({ ...orderPlaced, aliases }, found), {
      ...found,
      aliases: { no: 'order_no', uid: 'user_id' },
    })
    assert.deepEqual(withUnshownOf(orderPlaced, found), found)
  })

  it('increments the previous version', () => {
    assert.deepEqual([nextVersion('1.9', 'minor'), nextVersion('1.9', 'major')], ['1.10', '2.0'])
  })

  it('of a translation is major if the source of a field changes', () => {
    const moved = { ...shopOrders, link: { ...shopOrders.link, total: 'sum' } }
    assert.equal(bumpOf(translationChanges(shopOrders, moved)), 'major')
    assert.equal(
      bumpOf(translationChanges(shopOrders, { ...shopOrders, link: { ...shopOrders.link, note: 'note' } })),
      'minor',
    )
  })

  it('of a translation is minor if more values name events, or others are no longer refused', () => {
    const named: { from: string; values: Record<string, string> } = {
      from: 'kind',
      values: { paid: 'purchase' },
    }
    const bumpTo = (name: typeof named & { otherwise?: 'leave_out' }) =>
      bumpOf(
        translationChanges({ ...shopOrders, event: { name: named } }, { ...shopOrders, event: { name } }),
      )
    assert.equal(bumpTo({ ...named, values: { paid: 'purchase', back: 'refund' } }), 'minor')
    assert.equal(bumpTo({ ...named, otherwise: 'leave_out' }), 'minor')
    assert.equal(bumpTo({ ...named, values: { back: 'refund' } }), 'major')
    assert.equal(bumpTo({ ...named, values: { paid: 'lead' } }), 'major')
    assert.equal(bumpTo({ ...named, from: 'type' }), 'major')
  })
})

describe('an extension of a standard event type', () => {
  const note = { type: 'string' as const, description: 'Note.', example: 'Enjoy!' }
  const extension: Definition = {
    name: 'purchase',
    version: '1.0',
    description: 'Fields beside those of purchase.',
    fields: { gift_note: note },
  }

  it('adds optional fields, and changes no field of the standard', () => {
    assert.deepEqual(extensionProblems(extension), [])
    const { fields, required, version } = extendedType(extension)
    const standard = eventTypes.get('purchase')!
    assert.deepEqual(Object.keys(fields), ['gift_note', ...Object.keys(standard.fields)])
    assert.deepEqual([required, version], [standard.required, standard.version])
    const older = extendedType({ ...extension, fields: { value: note } })
    assert.equal(older.fields['value'], standard.fields['value'], 'the standard got this field later')
  })

  for (const [what, wrong, problem] of [
    ['another event type', { ...extension, name: 'order_placed' }, /^name is not that of a standard/],
    ['a field of the standard', { ...extension, fields: { value: note } }, /^fields\.value is a field of/],
    ['a context field', { ...extension, fields: { email: note } }, /^fields\.email is a context field/],
    ['a required field', { ...extension, required: ['gift_note'] }, /^required must be empty/],
    ['a mode', { ...extension, mode: 'strict' }, /^mode is that of the standard/],
    ['no object', null, /^name is not that of a standard/],
  ] as const) {
    it(`refuses ${what}`, () => {
      assert.match(extensionProblems(wrong).join(' '), problem)
    })
  }
})

describe('a draft', () => {
  for (const text of [ordersCsv, ...samples.map((sample) => sample.text)]) {
    it(`of ${text.slice(0, 30).replaceAll('\n', ' ')} … is valid and contains no personal values`, () => {
      const result = preview(text)
      assert.ok(!('problem' in result))
      const { input, fields, links, records } = result
      const name = { const: 'thing_happened' }
      const rows = fieldRowsOf(fields, links, {}, undefined)
      const shape = {
        translationName: 'thing_json',
        input,
        name,
        fields,
        rows,
        extras: [],
        further: [],
        required: [],
        consent: {},
        description: '',
        each: undefined,
        rest: 'keep' as const,
      }
      const translation = translationOfDraft(shape)
      assert.deepEqual(translationProblems(translation), [])
      const results = resultsOf(translation, records)
      assert.ok(results.every(({ event }) => event !== undefined))
      const about = { name: 'thing_happened', description: 'A thing happened.', mode: 'open' as const }
      const definition = definitionOf(about, shape, valuesIn(results))
      assert.deepEqual(definitionProblems(definition), [])
      assert.doesNotMatch(JSON.stringify([definition, translation]), /ada@|grace@|Lovelace|01067/)
    })
  }
})

describe('a snippet', () => {
  const payload = `it's "fine"\n$HOME \`id\` \\ \${x} %s\n`
  const texts = snippetsOf('https://events.example/v1/translators/x', payload, { format: 'csv' })

  it('passes the payload to curl byte for byte', () => {
    const script = texts[0]!.text.replace(/^curl/, 'printf "%s\\0"')
    const parameters = execFileSync('sh', ['-c', script], { encoding: 'utf8', env: { TOKEN: 'T' } }).split(
      '\0',
    )
    assert.equal(parameters.at(-2), payload)
    assert.ok(parameters.includes('Authorization: Bearer T'))
  })

  it('has a placeholder for the token', () => {
    for (const { text } of texts) assert.match(text, /TOKEN/)
  })
})
