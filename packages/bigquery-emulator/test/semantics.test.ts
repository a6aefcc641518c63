/** GoogleSQL where DuckDB's meaning differs: BigQuery's result, or an error that names the difference. */
import assert from 'node:assert/strict'
import { sections } from './support/semantics.ts'
import { nameSections } from './support/semantics_names.ts'
import { textSections } from './support/semantics_text.ts'
import { post, project, startServer, type TestServer } from './support/server.ts'

type Cell = string | null | { v: Cell }[] | { f: { v: Cell }[] }

describe('the meaning of GoogleSQL', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.stop())

  /** Returns the values of the only row, or the value if there is only one. */
  const answer = async (query: string): Promise<unknown> => {
    const formatOptions = { useInt64Timestamp: true }
    const { status, body } = await post(server.url, `/projects/${project}/queries`, {
      query,
      useLegacySql: false,
      formatOptions,
    })
    const { error, rows } = body as { error?: { message: string }; rows: { f: { v: Cell }[] }[] }
    if (status !== 200) throw new Error(error!.message)
    const values = rows[0]!.f.map((cell) => plain(cell.v))
    return values.length === 1 ? values[0] : values
  }

  for (const { reference, cases } of [...sections, ...textSections, ...nameSections])
    describe(reference, () => {
      for (const [sql, expected] of cases)
        it(sql, async () => {
          if (expected instanceof RegExp)
            await assert.rejects(answer(`SELECT ${sql}`), (error: Error) => {
              assert.match(error.message, expected)
              return true
            })
          else assert.deepEqual(await answer(`SELECT ${sql}`), expected)
        })
    })
})

function plain(cell: Cell): unknown {
  if (Array.isArray(cell)) return cell.map(({ v }) => plain(v))
  return typeof cell === 'object' && cell !== null ? cell.f.map(({ v }) => plain(v)) : cell
}
