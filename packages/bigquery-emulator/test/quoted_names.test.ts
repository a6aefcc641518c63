/** Tables called by their path in one pair of backquotes, as dashboards write every column.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#path_expressions */
import assert from 'node:assert/strict'
import { rows, startServer, type TestServer } from './support/server.ts'

describe('columns of a table called by its quoted path', () => {
  let server: TestServer
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)

  before(async () => {
    server = await startServer()
    await sql('CREATE SCHEMA st')
    await sql(
      'CREATE TABLE st.daily (day DATE, n INT64) PARTITION BY day OPTIONS (require_partition_filter = TRUE)',
    )
    await sql('INSERT INTO st.daily VALUES ("2024-01-02", 3), ("2024-01-03", 5)')
  })
  after(() => server.stop())

  const filter = '`st.daily`.`day` = "2024-01-02"'
  for (const [query, expected] of [
    [`SELECT \`st.daily\`.\`day\` FROM \`st.daily\` WHERE ${filter}`, [['2024-01-02']]],
    [`SELECT \`st.daily\`.\`n\` * 2, daily.n FROM \`st.daily\` WHERE ${filter}`, [['6', '3']]],
    [`SELECT \`st.daily\`.* FROM \`st.daily\` WHERE ${filter}`, [['2024-01-02', '3']]],
    [
      'SELECT DISTINCT `proj.st.daily`.`n` FROM `proj.st.daily` WHERE `proj.st.daily`.`day` > "2024-01-01" ORDER BY `proj.st.daily`.`n` DESC',
      [['5'], ['3']],
    ],
    [
      `SELECT \`st.daily\`.\`day\`, SUM(\`st.daily\`.\`n\`) FROM \`st.daily\` WHERE ${filter} GROUP BY \`st.daily\`.\`day\` ORDER BY \`st.daily\`.\`day\``,
      [['2024-01-02', '3']],
    ],
  ] as const)
    it(query, async () => {
      assert.deepEqual(await sql(query), expected)
    })

  it('changes and deletes rows by such a name', async () => {
    await sql(
      'UPDATE `st.daily` SET `st.daily`.`n` = `st.daily`.`n` + 1 WHERE `st.daily`.`day` = "2024-01-03"',
    )
    await sql(`DELETE FROM \`st.daily\` WHERE ${filter}`)
    assert.deepEqual(await sql('SELECT day, n FROM st.daily WHERE day > "2024-01-01"'), [['2024-01-03', '6']])
  })

  it('does not know the path of a table that has an alias', async () => {
    await assert.rejects(
      sql(`SELECT \`st.daily\`.\`n\` FROM \`st.daily\` AS d WHERE d.day > "2024-01-01"`),
      /^Error: Unrecognized name: st\.daily/,
    )
  })
})
