/** Erasure of texts that people or third parties wrote: every column with such a text is searched, in every form of the person's identity. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { tables } from '../../schemas/warehouse.ts'
import { startErasureFixture, type ErasureFixture } from './run.ts'

const person = { email: 'Jane.Doe@Acme.example', phone: '+32 475 12 34 56' }
const at = '2026-03-14T09:26:53Z'

function digest(algorithm: string, text: string, form: 'hex' | 'base64' | 'base64url' = 'hex'): string {
  return createHash(algorithm).update(text).digest(form)
}

/** What third parties wrote about Jane before their answers were redacted. */
const hers: readonly string[] = [
  'Unknown user Jane.Doe@acme.example.',
  '{"email":"jane.doe\\u0040acme.example"}',
  'q=jane.doe%40acme.example',
  'q=jane.doe%2540acme.example',
  'q=%6A%61%6E%65.doe%40acme.example',
  '<b>jane.doe&#64;acme&#46;example</b>',
  '<b>jane.doe&#x40;acme.example</b>',
  `em: ${digest('sha256', 'jane.doe@acme.example')}`,
  `em: ${digest('sha256', 'jane.doe@acme.example').toUpperCase()}`,
  `em: ${digest('sha256', 'jane.doe@acme.example', 'base64')}`,
  `em: ${digest('sha256', 'jane.doe@acme.example', 'base64url')}`,
  `em: ${digest('md5', 'jane.doe@acme.example')}`,
  `em: ${digest('sha1', 'jane.doe@acme.example')}`,
  `key ${Buffer.from('jane.doe@acme.example').toString('base64')}`,
  'Invalid phone 0032475123456',
  'Invalid phone %2B32 475 12 34 56',
  // Some third parties want the digits only.
  `ph: ${digest('sha256', '32475123456')}`,
  `ph: ${digest('sha256', '+32475123456')}`,
]

const others: readonly string[] = [
  'Unknown user joann.doe@acme.example.',
  `em: ${digest('sha256', 'joann@acme.example')}`,
  `key ${Buffer.from('mary.jane.doe@acme.example').toString('base64')}`,
  'Invalid phone 00324751234567',
]

function delivery(event_id: string, more: object): object {
  return {
    event_id,
    event_name: 'login',
    destination: 'crm',
    target: 'webhook',
    outcome: 'refused',
    attempt: 1,
    latency_ms: 1,
    received_at: at,
    stored_at: at,
    settled_at: at,
    ...more,
  }
}

function suppression(value_hash: string, reason: string): object {
  return {
    field: 'user_id',
    value_hash,
    created_at: at,
    created_by: 'someone@shop.example',
    reason,
    lifted: false,
  }
}

describe('erasure of free text', () => {
  let fixture: ErasureFixture
  before(async () => {
    fixture = await startErasureFixture()
    for (const table of Object.values(tables)) await fixture.test.createTable(table)
    await insert('deliveries', [
      ...hers.map((detail, index) => delivery(`hers-${index}`, { detail })),
      ...others.map((detail, index) => delivery(`others-${index}`, { detail })),
      delivery('hers-left-out', { sent_without: ['jane.doe@acme.example must be number'] }),
      delivery('others-left-out', { sent_without: ['joann@acme.example must be number'] }),
    ])
    await insert('suppressions', [
      suppression('a'.repeat(64), 'Mail of jane.doe@acme.example, ticket 7'),
      suppression('b'.repeat(64), 'Mail of joann@acme.example, ticket 8'),
    ])
    for (let turn = 0; (await fixture.push('run-1', { subject: person }, {})) === 'retry'; turn++)
      assert.ok(turn < 20, 'the run does not end')
  })
  after(() => fixture.stop())

  const insert = (table: string, rows: readonly object[]) =>
    fixture.test.call('POST', `/datasets/sluice/tables/${table}/insertAll`, {
      rows: rows.map((json) => ({ json })),
    })
  const rowsOf = async (column: string, table: string) => {
    const rows = await fixture.warehouse.rows(
      `SELECT ${column} AS it FROM ${fixture.warehouse.locate(table)} ORDER BY it`,
    )
    return rows.map(({ it }) => it as string | null)
  }

  it('reaches the messages of third parties in any form, and no one else’s', async () => {
    const left = await rowsOf('event_id', 'deliveries')
    const told = left.map((id) => hers[Number(/^hers-(\d+)/.exec(id ?? '')?.[1])] ?? id)
    assert.deepEqual(told, ['others-0', 'others-1', 'others-2', 'others-3', 'others-left-out'])
  })

  it('keeps a suppression, without a reason that names the person', async () => {
    const reasons = await rowsOf('reason', 'suppressions')
    assert.ok(reasons.includes('Mail of joann@acme.example, ticket 8'))
    assert.ok(!reasons.some((reason) => reason?.includes('jane.doe')), JSON.stringify(reasons))
    assert.ok((await rowsOf('value_hash', 'suppressions')).includes('a'.repeat(64)))
  })
})
