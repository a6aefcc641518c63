/** What BigQuery's dry run says of a query of an assistant, and what is refused by it. */
import assert from 'node:assert/strict'
import { namedBy, type Statistics } from '../../cli/assistant/dry_run.ts'

describe('what BigQuery says of a query that reads nothing', () => {
  // https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobstatistics2
  const select = { statementType: 'SELECT', totalBytesProcessed: '0' }
  const cases: Readonly<Record<string, readonly [Statistics, readonly string[]]>> = {
    'nothing, of a SELECT': [select, []],
    'a script': [{ ...select, statementType: 'SCRIPT' }, ['a statement of type SCRIPT']],
    'a write': [{ ...select, statementType: 'INSERT' }, ['a statement of type INSERT']],
    'no type': [{}, ['a statement of type unknown']],
    'a table': [
      { ...select, referencedTables: [{ projectId: 'p', datasetId: 'd', tableId: 'events' }] },
      ['the table p.d.events by its path'],
    ],
    'a function': [
      { ...select, referencedRoutines: [{ projectId: 'p', datasetId: 'd', routineId: 'f' }] },
      ['the function d.f'],
    ],
    'bytes, as INFORMATION_SCHEMA has': [
      { ...select, totalBytesProcessed: '10485760' },
      ['stored data by its path'],
    ],
  }
  for (const [name, [statistics, named]] of Object.entries(cases))
    it(`is refused for ${name}`.replace('refused for nothing', 'accepted for nothing'), () => {
      assert.deepEqual(namedBy(statistics), named)
    })
})
