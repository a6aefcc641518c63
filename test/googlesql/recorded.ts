/** SQL lint: reads the statements that the embedded BigQuery accepted during the tests, each with the tables at that time. */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parameterType } from '../../packages/bigquery-emulator/src/googlesql/resolver/parameter.ts'
import type {
  RecordedLine,
  RecordedStatement,
  RecordedTable,
} from '../../packages/bigquery-emulator/src/recording.ts'
import type { Analyzer } from './analyzer.ts'
import type { Mistake } from './check.ts'
import { createResolver } from './recorded_tables.ts'

export interface Recording {
  /** Each statement once. */
  statements: readonly RecordedStatement[]
  /** Every table by its id. */
  tables: ReadonlyMap<string, RecordedTable>
}

/** Reads every file of a folder. Returns an empty recording if there is none. */
export async function readRecording(folder: string): Promise<Recording> {
  const tables = new Map<string, RecordedTable>()
  const statements = new Map<string, RecordedStatement>()
  for await (const name of glob('*.ndjson', { cwd: folder })) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const line of text.split('\n').filter(Boolean)) {
      const recorded = parse(line)
      if (recorded?.kind === 'table') tables.set(recorded.id, recorded)
      if (recorded?.kind === 'statement') statements.set(line, recorded)
    }
  }
  return { statements: [...statements.values()], tables }
}

/** Parses a file. A killed process may have left the last line incomplete. */
function parse(line: string): RecordedLine | undefined {
  try {
    return JSON.parse(line) as RecordedLine
  } catch {
    return undefined
  }
}

export interface Refused extends Mistake {
  statement: RecordedStatement
}

/** Returns the statements that the analyzer rejects, named by their text. */
export async function checkRecording(
  analyzer: Analyzer,
  { statements, tables }: Recording,
): Promise<readonly Refused[]> {
  const resolve = createResolver(analyzer, tables)
  const refused: Refused[] = []
  for (const statement of statements) {
    const { sql, project, defaultDataset, parameters } = statement
    const { error } = await analyzer.analyze(sql, {
      tables: await resolve(statement),
      project,
      defaultDataset,
      parameters: parameters.map(({ name, type }) => ({ name, type: parameterType(type) })),
    })
    if (error) refused.push({ name: sql, ...error, statement })
  }
  return refused
}
