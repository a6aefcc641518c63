/** Test support: a table with a column of every type, and one row. */
export const schema = [
  { name: 'id', type: 'STRING', mode: 'REQUIRED' },
  { name: 'n', type: 'INTEGER' },
  { name: 'amount', type: 'NUMERIC' },
  { name: 'score', type: 'FLOAT' },
  { name: 'ok', type: 'BOOLEAN' },
  { name: 'happened', type: 'TIMESTAMP', description: 'When it happened' },
  { name: 'day', type: 'DATE' },
  { name: 'local', type: 'DATETIME' },
  { name: 'clock', type: 'TIME' },
  { name: 'data', type: 'JSON' },
  { name: 'raw', type: 'BYTES' },
  { name: 'tags', type: 'STRING', mode: 'REPEATED' },
  {
    name: 'device',
    type: 'RECORD',
    fields: [
      { name: 'os', type: 'STRING' },
      { name: 'version', type: 'INTEGER' },
    ],
  },
  {
    name: 'items',
    type: 'RECORD',
    mode: 'REPEATED',
    fields: [
      { name: 'sku', type: 'STRING' },
      { name: 'price', type: 'NUMERIC' },
    ],
  },
]
export const row = {
  id: 'a',
  n: 1,
  amount: '1.25',
  score: 1.5,
  ok: true,
  happened: '2023-11-14T22:13:20.123Z',
  day: '2024-01-01',
  local: '2024-01-01T10:00:00',
  clock: '10:11:12.5',
  data: JSON.stringify({ a: [1, { b: 2 }] }),
  raw: Buffer.from('hi'),
  tags: ['x', 'y'],
  device: { os: 'ios', version: 3 },
  items: [{ sku: 's1', price: '9.99' }],
}
