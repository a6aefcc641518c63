/** Web tests: the creator opens a saved connection whose links calculate, look up, write times and combine conditions, and keeps them. */
import assert from 'node:assert/strict'
import { preview } from '../../functions/translation/preview.ts'
import { resultsOf } from '../../functions/translation/try_records.ts'
import type { Link } from '../../schemas/link.ts'
import { translationProblems, type Translation } from '../../schemas/translation.ts'
import { translationOfDraft } from '../../web/creator/draft.ts'
import { fieldRowsOf, furtherLinks } from '../../web/creator/rows.ts'
import { asSaved, savedRowChoices } from '../../web/creator/started_from.ts'

const link: Link = {
  transaction_id: 'id',
  currency: 'currency',
  value: { divide: ['cents', { lookup: 'minor_units', key: 'currency' }] },
  ordered_on: { time: 'paid_at', format: '{day}.{month}.{year}', time_zone: 'Europe/Berlin' },
  kind: {
    when: { and: [{ path: 'cents', gte: 10_000 }, { not: { path: 'code', matches: '^TEST' } }] },
    then: { const: 'large' },
    else: { const: 'usual' },
  },
}

const saved: Translation = {
  name: 'shop_orders',
  version: '1.0',
  input: { format: 'json' },
  fields: {},
  event: { name: { const: 'purchase' } },
  link,
  rest: 'keep',
}

const payload = '{"id":"T-1","cents":12345,"currency":"EUR","paid_at":"2026-03-14T23:30:00Z","code":"A-1"}'

describe('the creator, started from a connection with every kind of link', () => {
  it('keeps each link, and reads the payload as the connection does', () => {
    const pasted = preview(payload)
    assert.ok(!('problem' in pasted))
    const { input, fields, links, records } = asSaved(pasted, saved)
    const rows = fieldRowsOf(fields, links, savedRowChoices(saved), undefined)
    const draft = translationOfDraft({
      translationName: 'shop_orders',
      input,
      name: saved.event.name,
      fields,
      rows,
      extras: [],
      further: furtherLinks(links, rows, []),
      required: [],
      consent: {},
      description: '',
      each: undefined,
      rest: 'keep',
    })
    assert.deepEqual(translationProblems(draft), [])
    for (const [target, source] of Object.entries(link)) assert.deepEqual(draft.link[target], source, target)
    const [result] = resultsOf(draft, records)
    assert.deepEqual(result?.event?.['event_data'], {
      transaction_id: 'T-1',
      currency: 'EUR',
      value: 123.45,
      ordered_on: '15.03.2026',
      kind: 'large',
      code: 'A-1',
    })
  })
})
