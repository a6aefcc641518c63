/** Signatures: DuckDB accepts every compiled call of every function, in every context. */
import assert from 'node:assert/strict'
import { aggregateFunctions, scalarFunctions, windowFunctions } from '../src/googlesql/functions/index.ts'
import type { Overload } from '../src/googlesql/functions/definition.ts'
import type { Pattern } from '../src/googlesql/functions/signature.ts'
import { scalarKinds } from '../src/googlesql/types.ts'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'
import { recordAsGenerated } from './support/generated_statements.ts'

/** Types of the table's columns. */
const scalars = scalarKinds.filter((kind) => kind !== 'INTERVAL')
const columns = scalars.map((type) => `c_${type} ${type}`)

/** Returns arguments for a pattern, columns first. */
function samples(pattern: Pattern): string[] {
  if (pattern.kind === 'PART') return ['DAY', 'HOUR', 'WEEK(MONDAY)']
  if (pattern.kind === 'INTERVAL_PART') return ['INTERVAL c_INT64 DAY', 'INTERVAL 1 MONTH']
  if (pattern.kind === 'JSONPATH') return ["'$.a[0]'", 'c_STRING']
  if (pattern.kind === 'WORD') return ['NFC']
  if (pattern.kind === 'variable') return ['c_INT64', 'record', 'c_FLOAT64', "'x'"]
  if (pattern.kind === 'array') return ['integers', '[record]']
  if (pattern.kind !== 'type') return []
  const { type } = pattern
  if (type.kind !== 'ARRAY') return [`c_${type.kind}`, 'NULL', ...(type.kind === 'INT64' ? ['1'] : [])]
  return [type.element.kind === 'STRING' ? 'strings' : 'integers']
}

function combinations(patterns: readonly Pattern[]): string[][] {
  return patterns.reduce<string[][]>(
    (all, pattern) => all.flatMap((list) => samples(pattern).map((sample) => [...list, sample])).slice(0, 8),
    [[]],
  )
}

/** Returns a function's argument lists, with and without optional arguments. */
function argumentLists(overloads: readonly Overload<never>[]): string[][] {
  return overloads.flatMap(({ signature: { required, optional, rest } }) =>
    [required, [...required, ...optional], rest ? [...required, rest, rest] : []].flatMap(combinations),
  )
}

const column = /^(?:c_\w+|record|integers|strings)$/

function wrapped(list: readonly string[], wrap: (name: string) => string): string {
  return list.map((item) => (column.test(item) ? wrap(item) : item)).join(', ')
}

function scalarPlaces(name: string, list: readonly string[]): string[] {
  return [
    `SELECT ${name}(${list.join(', ')}) FROM d.t`,
    `SELECT SAFE.${name}(${list.join(', ')}) AS x, COUNT(*) FROM d.t GROUP BY x ORDER BY x`,
    `SELECT ${name}(${wrapped(list, (item) => `(SELECT ${item})`)}) FROM d.t`,
    `SELECT SAFE.${name}(${wrapped(list, (item) => `ANY_VALUE(${item})`)}) FROM d.t`,
  ]
}

function aggregatePlaces(name: string, list: readonly string[]): string[] {
  return [
    `SELECT ${name}(${list.join(', ')}) FROM d.t`,
    `SELECT c_STRING, ${name}(DISTINCT ${list.join(', ')}) FROM d.t GROUP BY 1 ORDER BY 2`,
    `SELECT c_STRING, ${name}(${list.join(', ')} ORDER BY c_FLOAT64 LIMIT 2) FROM d.t GROUP BY ROLLUP (1)`,
    `SELECT (SELECT ${name}(${list.join(', ')}) FROM UNNEST(integers)) FROM d.t`,
  ]
}

function windowPlaces(name: string, list: readonly string[]): string[] {
  return [
    '',
    'PARTITION BY c_STRING ORDER BY c_FLOAT64',
    'ORDER BY c_INT64 RANGE BETWEEN 2 PRECEDING AND CURRENT ROW',
  ].map((window) => `SELECT ${name}(${list.join(', ')}) OVER (${window}) FROM d.t`)
}

describe('every function', function () {
  this.timeout(600_000)
  recordAsGenerated()
  let server: TestServer
  before(async () => {
    server = await startServer()
    await rows(server.url, 'CREATE SCHEMA d')
    const more = 'integers ARRAY<INT64>, strings ARRAY<STRING>, record STRUCT<a INT64, b STRING>'
    await rows(server.url, `CREATE TABLE d.t (${columns.join(', ')}, ${more})`)
  })
  after(() => server.stop())

  /** Returns the statements that compile to SQL that DuckDB refuses. */
  const refused = async (statements: readonly string[]): Promise<string[]> => {
    const complaints: string[] = []
    for (const query of statements) {
      const request = { query, useLegacySql: false, dryRun: true }
      const { status, body } = await post(server.url, `/projects/${project}/queries`, request)
      const message = status === 200 ? '' : (body as { error: { message: string } }).error.message
      if (message.startsWith('This query is not supported') || status >= 500)
        complaints.push(`${query}: ${message}`)
    }
    return complaints
  }
  const tables: [string, object, (name: string, list: readonly string[]) => string[]][] = [
    ['scalar function', scalarFunctions, scalarPlaces],
    [
      'aggregate function',
      aggregateFunctions,
      (name, list) => [...aggregatePlaces(name, list), ...windowPlaces(name, list)],
    ],
    ['window function', windowFunctions, windowPlaces],
  ]
  for (const [what, table, places] of tables)
    it(`compiles to SQL that DuckDB accepts: ${what}s`, async () => {
      const statements = Object.entries(table).flatMap(([name, definition]: [string, unknown]) =>
        Array.isArray(definition)
          ? argumentLists(definition as Overload<never>[]).flatMap((list) => places(name, list))
          : [],
      )
      assert.ok(statements.length > 50, `only ${statements.length} statements`)
      assert.deepEqual(await refused(statements), [])
    })
})
