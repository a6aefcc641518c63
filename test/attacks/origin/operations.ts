/** Attacks on the audit trail: bodies of `POST /v1/console/operations` and periods of `GET /v1/console/audit`, with the expected status. */

const id = '8c8f0bb2-6f6c-4b3e-9a53-0d7a3b1f2c4d'
const pause = { operation: 'pause', target: 'crm' }

/** JSON texts. */
export const hostileOperations: readonly (readonly [body: string, status: number])[] = [
  ['', 400],
  ['null', 400],
  ['[]', 400],
  ['"pause"', 400],
  ['{"operation":"pause"', 400],
  ['{}', 400],
  [JSON.stringify({ operation: 'erasure' }), 400],
  [JSON.stringify({ operation: 'replay', target: 'crm' }), 400],
  [JSON.stringify({ operation: '__proto__' }), 400],
  [JSON.stringify({ operation: ['pause'] }), 400],
  [JSON.stringify({ ...pause, requested_by: 'ceo@acme.example' }), 400],
  [JSON.stringify({ ...pause, run_id: '1' }), 400],
  [JSON.stringify({ ...pause, client_address: '203.0.113.7' }), 400],
  [JSON.stringify({ ...pause, recorded_at: '2020-01-01T00:00:00Z' }), 400],
  [JSON.stringify({ ...pause, detail: { email: 'jane@acme.example' } }), 400],
  [JSON.stringify({ ...pause, reason: 'jane@acme.example' }), 400],
  [JSON.stringify({ ...pause, target: 'jane@acme.example' }), 400],
  [JSON.stringify({ ...pause, target: 'c'.repeat(5000) }), 400],
  [JSON.stringify({ ...pause, target: `crm'; DELETE FROM audit; --` }), 400],
  [JSON.stringify({ ...pause, target: 'crm\u0000' }), 400],
  [JSON.stringify({ ...pause, target: { id: 'crm' } }), 400],
  [JSON.stringify({ ...pause, target: '' }), 400],
  [JSON.stringify({ ...pause, outcome: 'ok' }), 400],
  [JSON.stringify({ ...pause, operation_id: id }), 400],
  [JSON.stringify({ ...pause, operation_id: id, outcome: 'asked' }), 400],
  [JSON.stringify({ ...pause, operation_id: 'not-an-id', outcome: 'ok' }), 400],
  [JSON.stringify({ ...pause, operation_id: `${id}' OR TRUE`, outcome: 'ok' }), 400],
  ['{"operation":"pause","target":"crm","__proto__":{"requested_by":"ceo@acme.example"}}', 400],
  // Their own operation: recorded as theirs.
  ['{"operation":"pause","operation":"resume","target":"crm"}', 200],
  [JSON.stringify({ operation: 'requeue' }), 200],
]

export const hostilePeriods: readonly (readonly [since: string, status: number])[] = [
  ['yesterday', 400],
  [`2026-01-01' OR TRUE --`, 400],
  ['99999999999999999999', 400],
  ['2026-13-45', 400],
  ['', 400],
  ['\u0000', 400],
  ['2026-01-01T00:00:00Z', 200],
]
