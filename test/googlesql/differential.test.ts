/** Differential test: checks that each kind of difference between the local BigQuery and Google's analyzer is found. */
import assert from 'node:assert/strict'
import { STRING, type Type } from '../../packages/bigquery-emulator/src/googlesql/types.ts'
import type { Analyzer } from './analyzer.ts'
import { analyzerOrSkip } from './analyzer_or_skip.ts'
import { compare } from './differential/compare.ts'
import { readSchema, type Schema } from './differential/schema.ts'

describe('the differential test', () => {
  let analyzer: Analyzer
  let schema: Schema
  before(async function () {
    analyzer = await analyzerOrSkip(this)
    schema = await readSchema()
  })
  after(() => analyzer?.stop())

  const kindOf = async (sql: string, of = schema): Promise<string> =>
    (await compare({ sql, parameters: [] }, of, analyzer)).kind

  /** The schema with another column `n` of `shop.way` for the analyzer. */
  const withColumn = (name: string, type?: Type): Schema => ({
    ...schema,
    tables: schema.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) =>
        table.table === 'way' && column.name === 'n' ? { name, type: type ?? column.type } : column,
      ),
    })),
  })

  it('agrees on statements that both accept or both reject', async () => {
    assert.equal(await kindOf('SELECT id, n FROM shop.way'), 'bothAccept')
    assert.equal(await kindOf('SELECT AS STRUCT id, n FROM shop.way'), 'bothAccept')
    assert.equal(await kindOf('DELETE FROM shop.way WHERE n = 1'), 'bothAccept')
    assert.equal(await kindOf('SELECT 1 AS at'), 'bothRefuse')
    assert.equal(await kindOf('SELECT 1 FROM shop.way WHERE way = "a"'), 'bothRefuse')
    assert.equal(
      await kindOf(
        'SELECT happened FROM shop.kinds UNION ALL SELECT NULL FROM shop.way GROUP BY id HAVING COUNT(*) > 1',
      ),
      'bothRefuse',
    )
  })

  it('fails on a statement that only the local BigQuery accepts', async () => {
    const other = withColumn('other')
    assert.equal(await kindOf('SELECT n FROM shop.way', other), 'laxer')
    assert.equal(await kindOf('UPDATE shop.way SET n = 1 WHERE TRUE', other), 'laxer')
  })

  it('fails on columns with different names or types', async () => {
    assert.equal(await kindOf('SELECT n FROM shop.way', withColumn('n', STRING)), 'otherColumns')
    assert.equal(await kindOf('SELECT * FROM shop.way', withColumn('N')), 'otherColumns')
  })

  it('fails on an undocumented rejection', async () => {
    const verdict = (sql: string, of = schema) => compare({ sql, parameters: [] }, of, analyzer)
    const other = await verdict('SELECT other FROM shop.way', withColumn('other'))
    assert.deepEqual(other.kind === 'stricter' && other.feature, undefined)
    const known = await verdict('SELECT STRUCT(1 AS a, 2 AS a)')
    assert.deepEqual(known.kind === 'stricter' && known.feature, 'STRUCT with two members of one name')
  })

  it('excuses features that are newer than the analyzer', async () => {
    assert.equal(await kindOf('SELECT id, COUNT(*) FROM shop.way GROUP BY ALL'), 'excused')
    assert.equal(await kindOf('FROM shop.way |> WHERE n = 1'), 'excused')
  })
})
