/** SQL lint: runs SQL texts through the analyzer and returns the errors. */
import { parseScript, type Type } from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import { typeName } from '../../packages/bigquery-emulator/src/googlesql/types.ts'
import type { Analyzer, AnalyzerTable, OutputColumn } from './analyzer.ts'
import type { Place } from './catalog.ts'
import type { DeclaredView } from './graph_sql.ts'

export interface Text {
  /** Label for people: the path of a file, or a description of the text. */
  name: string
  sql: string
  parameters?: readonly { name?: string | undefined; type: Type }[]
}

export interface Mistake {
  name: string
  /** `line:column`, if known. */
  place?: string | undefined
  message: string
}

/** Checks each text, statement by statement, in a dataset with these tables. */
export async function checkTexts(
  analyzer: Analyzer,
  texts: readonly Text[],
  tables: readonly AnalyzerTable[],
  place: Place,
): Promise<readonly Mistake[]> {
  const mistakes: Mistake[] = []
  for (const { name, sql, parameters = [] } of texts)
    for (const statement of statementsOf(sql)) {
      const { error } = await analyzer.analyze(statement, { tables, parameters, defaultDataset: place })
      if (error) mistakes.push({ name, ...error })
    }
  return mistakes
}

/** Returns the statements of a script, each padded with spaces and empty lines so that its positions are those of the script. A text that this
 *  repository's parser rejects is passed to the analyzer as a whole. */
function statementsOf(sql: string): readonly string[] {
  try {
    return parseScript(sql).map(({ at, text }) => sql.slice(0, at).replaceAll(/[^\n]/g, ' ') + text)
  } catch {
    return [sql]
  }
}

export interface CheckedViews {
  mistakes: readonly Mistake[]
  /** The tables, and the views with the columns that the analyzer finds. */
  tables: readonly AnalyzerTable[]
}

/** Checks each view after those that it reads: its query, and the names and types of its columns against its schema. */
export async function checkViews(
  analyzer: Analyzer,
  views: readonly DeclaredView[],
  stored: readonly AnalyzerTable[],
): Promise<CheckedViews> {
  const mistakes: Mistake[] = []
  const tables = [...stored]
  for (const view of inOrder(views)) {
    const { project, dataset, table, query, columns, required } = view
    const name = `view ${table}`
    const analysis = await analyzer.analyze(query, { tables: [...tables], project })
    if (analysis.error) mistakes.push({ name, ...analysis.error })
    else mistakes.push(...differences(analysis.columns ?? [], columns).map((message) => ({ name, message })))
    for (const column of required)
      mistakes.push({ name, message: `column ${column} is declared REQUIRED: a column of a view is not` })
    // Queries on an invalid view are checked against its declared columns, so that each error is reported once.
    tables.push({ project, dataset, table, columns })
  }
  return { mistakes, tables }
}

/** Sorts the views: each comes after the views that its query refers to. */
function inOrder(views: readonly DeclaredView[]): readonly DeclaredView[] {
  const ordered = new Set<DeclaredView>()
  const visit = (view: DeclaredView, path: readonly DeclaredView[]): void => {
    if (ordered.has(view) || path.includes(view)) return
    const isRead = ({ project, dataset, table }: DeclaredView): boolean =>
      view.query.includes(`\`${project}.${dataset}.${table}\``)
    for (const read of views.filter(isRead)) visit(read, [...path, view])
    ordered.add(view)
  }
  for (const view of views) visit(view, [])
  return [...ordered]
}

function differences(actual: readonly OutputColumn[], declared: DeclaredView['columns']): readonly string[] {
  const textOf = (column: OutputColumn | undefined): string =>
    column === undefined ? 'nothing' : `${column.name} ${typeName(column.type)}`
  return Array.from({ length: Math.max(actual.length, declared.length) }, (_, i) => {
    const [is, declares] = [textOf(actual[i]), textOf(declared[i])]
    return is === declares ? [] : [`column ${i + 1} of the query is ${is}, of the schema ${declares}`]
  }).flat()
}
