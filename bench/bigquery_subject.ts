/** Bench: runs either the embedded BigQuery or plain DuckDB, over a copy of its file, in a separate process. */
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../packages/bigquery-emulator/src/duckdb/open.ts'
import { compileQuery, newContext, parseScript } from '../packages/bigquery-emulator/src/googlesql/index.ts'
import { openBigquery } from '../packages/bigquery-emulator/src/index.ts'
import { ingestSql } from '../packages/bigquery-emulator/src/streaming/ingest_sql.ts'
import { RowReader } from '../packages/bigquery-emulator/src/streaming/row_reader.ts'
import { WarehouseCatalog } from '../packages/bigquery-emulator/src/warehouse/catalog.ts'
import type { Measured } from './bigquery_queries.ts'
import { endOf, messageOf } from './process.ts'

export const project = 'bench'
export const dataset = 'bench'

/** A task for plain DuckDB: run a query, or append rows in transactions of a size. */
export type Task =
  | { kind: 'query'; measured: Measured }
  | { kind: 'append'; table: string; rows: readonly string[]; perCommit: number }
  | { kind: 'memory' }

export interface Subject {
  child: ChildProcess
  /** Address of the embedded BigQuery. */
  url: string
  /** Milliseconds for a query or for appends, bytes for memory. */
  ask: (task: Task) => Promise<number>
  stop: () => Promise<void>
}

export async function startSubject(kind: 'embedded' | 'plain', dir: string): Promise<Subject> {
  const child = fork(fileURLToPath(import.meta.url), [kind, dir])
  const name = kind === 'embedded' ? 'The embedded BigQuery' : 'Plain DuckDB'
  const url = await messageOf<string>(child, name)
  return {
    child,
    url,
    ask: (task) => {
      const answer = messageOf<number>(child, name)
      if (child.connected) child.send(task)
      return answer
    },
    stop: () =>
      new Promise((resolve) => {
        if (endOf(child) !== undefined) return resolve()
        child.once('exit', () => resolve())
        child.disconnect()
      }),
  }
}

/** Returns the peak memory of the process, in bytes. */
function memory(): number {
  return process.resourceUsage().maxRSS * 1024
}

async function serveEmbedded(dir: string): Promise<void> {
  const access = { identify: () => undefined, allows: () => false }
  const bigquery = await openBigquery({ dir, port: 0, access, project })
  process.on('message', () => process.send!(memory()))
  process.once('disconnect', () => void bigquery.close().then(() => process.exit(0)))
  process.send!(bigquery.url)
}

async function servePlain(dir: string): Promise<void> {
  const database = await openDatabase(join(dir, 'warehouse.duckdb'))
  const connection = await database.connect()
  const catalog = await WarehouseCatalog.load(connection)

  const locate = (name: string): string => {
    const table = catalog.table({ project, dataset, table: name })
    if (table?.kind !== 'table') throw new Error(`No table ${name}.`)
    return table.sql
  }

  const compile = ({ query, parameters }: Measured): string => {
    const [statement] = parseScript(query)
    if (statement?.kind !== 'query') throw new Error(`Not a query: ${query}`)
    const options = { project, user: '', defaultDataset: { project, dataset }, parameters }
    return compileQuery(statement.query, newContext(query, catalog, options)).sql
  }

  const query = async (measured: Measured): Promise<void> => {
    const sql =
      measured.plain?.replaceAll(/\{(\w+)\}/g, (_, name: string) => locate(name)) ?? compile(measured)
    const started = performance.now()
    await connection.runAndReadAll(sql)
    process.send!(performance.now() - started)
  }

  /** The rows in DuckDB's form, checked before. Every commit is on disk before the next begins. */
  const append = async (name: string, rows: readonly string[], perCommit: number): Promise<void> => {
    const table = catalog.table({ project, dataset, table: name })
    if (table?.kind !== 'table') throw new Error(`No table ${name}.`)
    const reader = new RowReader(table.columns, 'insertAll')
    const read = rows.map((row) => reader.read(row, false, []))
    const insert = await connection.prepare(ingestSql(table))
    const started = performance.now()
    for (let at = 0; at < read.length; at += perCommit) {
      insert.bindVarchar(1, `[${read.slice(at, at + perCommit).join(',')}]`)
      await insert.run()
    }
    process.send!(performance.now() - started)
  }

  process.on('message', (task: Task) => {
    if (task.kind === 'query') void query(task.measured)
    else if (task.kind === 'append') void append(task.table, task.rows, task.perCommit)
    else process.send!(memory())
  })
  process.once('disconnect', () => process.exit(0))
  process.send!('')
}

if (import.meta.main) {
  const [kind, dir] = process.argv.slice(2) as [string, string]
  await (kind === 'embedded' ? serveEmbedded(dir) : servePlain(dir))
}
