/** Command line: runs one SELECT of an assistant with the caller's rights, over the readable tables and views only. */
import { randomBytes } from 'node:crypto'
import type { ResultRow } from '../../functions/console/rows.ts'
import { consoleMaxBytesBilled, runAs } from '../../functions/console/run_query.ts'
import { CliError } from '../terminal/cli_error.ts'
import { compileAlone, parseAlone, type Parsed } from './compile_alone.ts'
import { requireRows, dryRun, namedBy, type QueriedDataset } from './dry_run.ts'
import { readables, withMasks, withoutRows, type Readable } from './readable.ts'
import { refusedQuery } from './refused_query.ts'

/** Bytes that a query may read unless the caller allows more. */
export const defaultMaxBytes = 1024 ** 3

export const maxBytesAllowed = consoleMaxBytesBilled

export const maxSqlLength = 20_000

export interface Selected {
  rows: readonly ResultRow[]
  /** True if there are more rows. */
  truncated: boolean
  /** Bytes that BigQuery read. */
  bytes_read: number
}

export interface Limits {
  maxBytes: number
  maxRows: number
}

/**
 * Throws INVALID_ARGUMENT for anything but one SELECT over readable tables, and BigQuery's refusal as the console words it.
 *
 * Each readable table is a common table of the same name before the statement, in which personal columns are masked, and no default dataset is set: a
 * bare name is the masked table. Two compilers must agree that the statement names nothing by its path. The one of the local BigQuery refuses every
 * path and what it does not know: other statements, table functions such as EXTERNAL_QUERY, functions of datasets, models. BigQuery then compiles the statement
 * in a dry run, behind common tables that read nothing: a table or function in its answer comes from the statement itself.
 */
export async function select(
  sql: string,
  { maxBytes, maxRows }: Limits,
  warehouse: QueriedDataset,
): Promise<Selected> {
  const statement = sql.replace(/[\s;]+$/, '')
  if (statement.length > maxSqlLength) throw refusedQuery(`It is longer than ${maxSqlLength} characters.`)
  const { project, dataset } = warehouse
  const used = [...readables().values()].filter(({ name }) =>
    new RegExp(`\\b${name}\\b`, 'i').test(statement),
  )

  const parsed = parseAlone(statement)
  const alone = around(statement, parsed, used, withoutRows)
  compileAlone(alone, project)
  refuseNamed(namedBy(await dryRun(alone, warehouse)))

  const salt = randomBytes(16).toString('hex')
  const locate = (name: string): string => `\`${project}.${dataset}.${name}\``
  const whole = around(statement, parsed, used, (readable) => withMasks(readable, locate, salt))
  const { referencedTables = [], totalBytesProcessed, ...others } = await dryRun(whole, warehouse)
  const foreign = referencedTables.filter(
    (table) => table.projectId !== project || table.datasetId !== dataset,
  )
  refuseNamed(namedBy({ ...others, referencedTables: foreign }))
  demandCheap(Number(totalBytesProcessed), maxBytes)

  const run = runAs({ env: process.env, project, dataset, now: Date.now }, await warehouse.authorization())
  const result = await run({ name: 'assistant', sql: whole, isWholeNamed: true, maxBytes })
  const { rows, truncated, bytes } = requireRows(result, maxBytes)
  return {
    rows: rows.slice(0, maxRows),
    truncated: truncated || rows.length > maxRows,
    bytes_read: bytes,
  }
}

function refuseNamed(named: readonly string[]): void {
  if (named.length > 0) throw refusedQuery(`It names ${named.join(', ')}.`)
}

function demandCheap(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return
  throw new CliError(
    'OUT_OF_RANGE',
    `The query would read ${bytes} bytes; max_bytes is ${maxBytes}. Filter on the partition column, such as received_at, or select fewer columns.`,
  )
}

/** The statement with a common table for each readable name, which come before its own. The statement begins on the second line. */
function around(
  statement: string,
  { at, hasWith }: Parsed,
  used: readonly Readable[],
  query: (readable: Readable) => string,
): string {
  const common = used.map((readable) => `\`${readable.name}\` AS (${query(readable)})`).join(', ')
  const [own = ''] = (hasWith && /^WITH(\s+RECURSIVE)?\b/i.exec(statement.slice(at))) || []
  if (common === '' || own === '') return `${common && `WITH ${common} `}(\n${statement}\n)`
  return `${own} ${common},\n${' '.repeat(own.length)}${statement.slice(at + own.length)}`
}
