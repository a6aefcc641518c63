/** SQL lint: converts recorded tables and views to tables of the analyzer's catalog. */
import type { RecordedStatement, RecordedTable } from '../../packages/bigquery-emulator/src/recording.ts'
import { STRING } from '../../packages/bigquery-emulator/src/googlesql/types.ts'
import type { Analyzer, AnalyzerTable } from './analyzer.ts'

type Resolver = (statement: RecordedStatement) => Promise<readonly AnalyzerTable[]>

/** Sets the columns of each view to those that the analyzer finds in its query. A rejected view is left out: the statement that created it was also
 *  recorded and is reported. */
export function createResolver(analyzer: Analyzer, recorded: ReadonlyMap<string, RecordedTable>): Resolver {
  const resolved = new Map<string, Promise<readonly AnalyzerTable[]>>()
  const resolve = async (ids: readonly string[]): Promise<readonly AnalyzerTable[]> => {
    const all = ids.map((id) => recorded.get(id)).filter((table) => table !== undefined)
    const tables: AnalyzerTable[] = all.flatMap(({ columns, ...table }) =>
      columns === undefined ? [] : [{ ...table, columns }],
    )
    for (const view of inOrder(all.filter((table) => table.view !== undefined))) {
      const columns = await viewColumns(analyzer, view, [...tables])
      if (columns) tables.push({ ...view, columns })
    }
    return tables
  }
  return async ({ sql, tables: ids }) => {
    const key = ids.join()
    let tables = resolved.get(key)
    if (tables === undefined) resolved.set(key, (tables = resolve(ids)))
    const known = await tables
    const wildcards = wildcardTables(sql, known)
    return wildcards.length === 0 ? known : [...known, ...wildcards]
  }
}

/** Sorts the views: each comes after the views that its query refers to. */
function inOrder(views: readonly RecordedTable[]): readonly RecordedTable[] {
  const ordered = new Set<RecordedTable>()
  const visit = (view: RecordedTable, path: readonly RecordedTable[]): void => {
    if (ordered.has(view) || path.includes(view)) return
    const reads = views.filter(({ table }) => view.view!.query.includes(table))
    for (const read of reads) visit(read, [...path, view])
    ordered.add(view)
  }
  for (const view of views) visit(view, [])
  return [...ordered]
}

async function viewColumns(
  analyzer: Analyzer,
  { project, view }: RecordedTable,
  tables: readonly AnalyzerTable[],
): Promise<AnalyzerTable['columns'] | undefined> {
  const { query, columnNames } = view!
  const analysis = await analyzer.analyze(query, { tables, project })
  if (analysis.error) return undefined
  return analysis.columns?.map(({ name, type }, i) => ({ name: columnNames?.[i] ?? name, type }))
}

/** Returns the wildcard tables of a text, with the columns of the last matching table and the suffix.
 *  https://cloud.google.com/bigquery/docs/querying-wildcard-tables */
function wildcardTables(sql: string, tables: readonly AnalyzerTable[]): readonly AnalyzerTable[] {
  return [...sql.matchAll(/(\w*)\*`/g)].flatMap(([, prefix]) => {
    const last = tables.findLast(({ table }) => table.startsWith(prefix!))
    if (last === undefined) return []
    const columns = [...last.columns, { name: '_TABLE_SUFFIX', type: STRING, isPseudo: true }]
    return [{ ...last, table: `${prefix}*`, columns }]
  })
}
