/** Erasure: searches each table once, tells how far it is, resumes at the next table, and deletes by keys instead of searching again. */
import assert from 'node:assert/strict'
import type { Warehouse } from '../../functions/google/warehouse.ts'
import { tables, type TableName } from '../../schemas/warehouse.ts'
import { startErasureFixture, type ErasureFixture } from './run.ts'
import { content, fill, jane } from './warehouse.ts'

const names = Object.keys(content)

/** A statement that was run, and the bytes that it reads. */
interface Statement {
  sql: string
  bytes: number
}

describe('the search of an erasure', function () {
  this.timeout(180_000)
  let fixture: ErasureFixture
  beforeEach(async () => {
    fixture = await startErasureFixture()
    await fill(fixture.test)
  })
  afterEach(() => fixture.stop())

  /** The warehouse, with a record of the statements that read a row's content. */
  const recorded = (statements: Statement[], failAt = Infinity): Warehouse => {
    const { warehouse } = fixture
    const note = async (sql: string, parameters: Parameters<Warehouse['change']>[1]): Promise<void> => {
      if (!sql.includes('REGEXP_CONTAINS')) return
      if (statements.length === failAt) throw new Error('killed')
      statements.push({ sql, bytes: (await warehouse.estimate(sql, parameters)).bytes })
    }
    return {
      ...warehouse,
      rows: async (sql, parameters, bounds) => {
        await note(sql, parameters)
        return warehouse.rows(sql, parameters, bounds)
      },
      change: async (sql, parameters, bounds) => {
        await note(sql, parameters)
        return warehouse.change(sql, parameters, bounds)
      },
    }
  }
  const tableOf = ({ sql }: Statement): string => /FROM `[^`]+\.(\w+)` AS t/.exec(sql)![1]!
  /** Bytes of all columns of a table: what one scan reads at most. */
  const sizeOf = async (table: string): Promise<number> =>
    (await fixture.warehouse.estimate(`SELECT * FROM ${fixture.warehouse.locate(table)}`)).bytes

  it('reads each table once in a dry run, and no more bytes than one scan of each', async () => {
    const statements: Statement[] = []
    await fixture.push('dry', { subject: jane, dry_run: true }, { warehouse: recorded(statements) })
    assert.deepEqual(statements.map(tableOf).toSorted(), names.toSorted())
    const keys = await sizeOf('erasure_events')
    assert.equal(keys, 0, 'the keys of a dry run remain')
    for (const statement of statements) {
      const table = tableOf(statement)
      // Tables of rows that belong to events read the keys found so far, too: of these 24 rows at most 4 kB.
      assert.ok(statement.bytes <= (await sizeOf(table)) + 4096, `${table} reads ${statement.bytes} bytes`)
    }
    const { result } = await fixture.runOf('dry')
    const { bytes_read_by_one_look: estimated } = result as { bytes_read_by_one_look: number }
    const scanned = statements.reduce((sum, { bytes }) => sum + bytes, 0)
    assert.ok(estimated > 0 && estimated <= scanned + 4096 * names.length, `${estimated} of ${scanned}`)
  })

  it('searches everything once, and then only what was stored since', async () => {
    const statements: Statement[] = []
    while ((await fixture.push('run-1', { subject: jane }, { warehouse: recorded(statements) })) === 'retry');
    const byTable = Map.groupBy(
      statements.filter(({ sql }) => sql.startsWith('INSERT')),
      tableOf,
    )
    for (const [table, looks] of byTable) {
      // A look that finds rows is followed by one that finds none.
      assert.equal(looks.length, 2, table)
      assert.doesNotMatch(looks[0]!.sql, /@since/)
      const isPartitioned = 'partition' in tables[table as TableName]
      assert.equal(/@since/.test(looks[1]!.sql), isPartitioned, table)
    }
    assert.ok(
      !statements.some(({ sql }) => /^(?:DELETE|UPDATE)/.test(sql)),
      'a deletion searches again instead of using the keys',
    )
  })

  it('resumes at the table where it was stopped, and tells how far it is', async () => {
    const first: Statement[] = []
    await assert.rejects(
      fixture.push('dry', { subject: jane, dry_run: true }, { warehouse: recorded(first, 4) }),
    )
    const { position } = await fixture.runOf('dry')
    const { progress } = position as { progress: Record<string, number> }
    assert.equal(progress['tables_searched'], 4)
    assert.equal(progress['tables'], names.length - 1)
    const searched = ['events', 'quarantine', 'sync_state', 'sync_changes'] as const
    const rows = searched.map((name) => content[name]!.hers.length + content[name]!.others.length)
    assert.equal(
      progress['rows_read'],
      rows.reduce((sum, count) => sum + count, 0),
    )
    const rest: Statement[] = []
    await fixture.push('dry', { subject: jane, dry_run: true }, { warehouse: recorded(rest) })
    assert.deepEqual(
      rest.map(tableOf).toSorted(),
      names.filter((name) => !searched.some((each) => each === name)).toSorted(),
    )
    const { state, counts } = await fixture.runOf('dry')
    assert.equal(state, 'finished')
    assert.equal((counts as Record<string, number>)['events'], content.events!.hers.length)
  })
})
