/** Recording: writes each distinct accepted statement, with the tables it was compiled against, to the folder that SLUICE_RECORD_SQL
 * names. Tests set it, for `npm run lint:googlesql`. */
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Table } from './googlesql/catalog.ts'
import type { CompileOptions } from './googlesql/index.ts'
import type { ParameterType } from './googlesql/resolver/parameter.ts'
import type { Type } from './googlesql/types.ts'
import type { WarehouseCatalog } from './warehouse/catalog.ts'

/** A table or a view as it was before the statement ran. */
export interface RecordedTable {
  kind: 'table'
  /** Hash of the members below. */
  id: string
  project: string
  dataset: string
  table: string
  columns?: readonly { name: string; type: Type; isPseudo: boolean }[]
  /** Views only: the query and the column names. */
  view?: { query: string; columnNames?: readonly string[] | undefined }
}

export interface RecordedStatement {
  kind: 'statement'
  sql: string
  project: string
  defaultDataset?: { project: string; dataset: string } | undefined
  /** Names and types, never values. */
  parameters: readonly { name?: string | undefined; type: ParameterType }[]
  /** Ids of the tables that the statement may have read. */
  tables: readonly string[]
  /** Names of the user-defined functions that the statement may have called. */
  functions: readonly string[]
}

export type RecordedLine = RecordedTable | RecordedStatement

/** Environment variable that names the folder. */
export const recordingFolder = 'SLUICE_RECORD_SQL'

type Options = Pick<CompileOptions, 'project' | 'defaultDataset' | 'parameters' | 'temporary'>

/** A statement as Google's analyzer can read it, if that is not its own text. */
export type Rewritten = Pick<RecordedStatement, 'sql' | 'parameters'>

/** Captures a statement and its tables before it runs. Returns a function that records them; call it once the statement is accepted.
 * Does nothing unless the environment names a folder. */
export function observeStatement(
  sql: string,
  catalog: WarehouseCatalog,
  options: Options,
): (rewritten?: Rewritten) => void {
  const folder = process.env[recordingFolder]
  if (folder === undefined) return () => {}
  const { project, defaultDataset, parameters = [], temporary } = options
  const tables = tablesNamed(sql, catalog)
  const functions = [...(temporary?.keys() ?? []), ...catalog.routineNames()]
  const statement: RecordedStatement = {
    kind: 'statement',
    sql,
    project,
    defaultDataset,
    parameters: parameters.map(({ name, parameterType = { type: 'STRING' } }) => ({
      name,
      type: parameterType,
    })),
    tables: tables.map(({ id }) => id),
    functions: functions.filter((name) => sql.toLowerCase().includes(name.toLowerCase())),
  }
  return (rewritten) => write(folder, [...tables, { ...statement, ...rewritten }])
}

/** Returns every table named in the text, directly or through a view. A false match does no harm. */
function tablesNamed(sql: string, catalog: WarehouseCatalog): RecordedTable[] {
  const found = new Map<Table, RecordedTable>()
  const texts = [sql]
  for (const text of texts)
    for (const table of catalog.allTables()) {
      if (found.has(table) || !isNamed(table, text)) continue
      found.set(table, recorded(table))
      if (table.kind === 'view') texts.push(table.query)
    }
  return [...found.values()]
}

/** A wildcard table matches every table with its prefix. */
function isNamed({ table }: Table, text: string): boolean {
  if (text.includes(table)) return true
  return [...text.matchAll(/(\w*)\*`/g)].some(([, prefix]) => table.startsWith(prefix!))
}

const definitions = new WeakMap<Table, RecordedTable>()

function recorded(table: Table): RecordedTable {
  let definition = definitions.get(table)
  if (definition === undefined) definitions.set(table, (definition = describe(table)))
  return definition
}

function describe(source: Table): RecordedTable {
  const { project, dataset, table } = source
  const members =
    source.kind === 'view'
      ? { project, dataset, table, view: { query: source.query, columnNames: source.columnNames } }
      : {
          project,
          dataset,
          table,
          columns: source.columns.map(({ name, type, hidden = false }) => ({ name, type, isPseudo: hidden })),
        }
  return { kind: 'table', id: hash(JSON.stringify(members)), ...members }
}

/** Folders with the ids of the tables and the hashes of the statements that this process has written there. */
const written = new Set<string>()
const file = `${process.pid}-${Date.now().toString(36)}.ndjson`

/** Writes synchronously, so that a killed process has recorded every accepted statement. */
function write(folder: string, lines: readonly RecordedLine[]): void {
  const texts = lines.filter((line) => isNew(folder, line)).map((line) => JSON.stringify(line))
  if (texts.length === 0) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, file), `${texts.join('\n')}\n`)
}

function isNew(folder: string, line: RecordedLine): boolean {
  const key = `${folder}:${line.kind === 'table' ? line.id : hash(JSON.stringify(line))}`
  if (written.has(key)) return false
  written.add(key)
  return true
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
