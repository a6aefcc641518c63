/** Test support: the queries of examples/dashboards, as Grafana and Metabase send them to BigQuery. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { repositoryRoot } from '../support/sources.ts'

export interface DashboardQuery {
  /** `grafana/delivery: Dead letters`, `metabase/open_errors` */
  name: string
  sql: string
}

interface GrafanaPanel {
  id: number
  title: string
  description: string
  type: string
  datasource: unknown
  gridPos: { x: number; y: number; w: number; h: number }
  targets: readonly { rawSql: string; format: number; rawQuery: boolean; datasource: unknown }[]
}

export interface GrafanaDashboard {
  uid: string
  __inputs: readonly { name: string; type: string; pluginId?: string; value?: string }[]
  templating: { list: readonly { name: string; query: string }[] }
  panels: readonly GrafanaPanel[]
}

const folder = join(repositoryRoot, 'examples/dashboards')

/** File name → text of the files of a tool. */
function filesOf(pattern: string): ReadonlyMap<string, string> {
  return new Map(
    globSync(pattern, { cwd: folder })
      .toSorted()
      .map((file) => [file.replace(/\.\w+$/, ''), readFileSync(join(folder, file), 'utf8')]),
  )
}

export const grafanaDashboards: ReadonlyMap<string, GrafanaDashboard> = new Map(
  [...filesOf('grafana/*.json')].map(([name, text]) => [
    basename(name),
    JSON.parse(text) as GrafanaDashboard,
  ]),
)

/** The queries of both tools. Grafana's are those of a period that ends now. */
export const dashboardQueries: readonly DashboardQuery[] = [
  ...[...grafanaDashboards].flatMap(([name, { panels }]) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ rawSql }) => ({ name: `grafana/${name}: ${title}`, sql: asGrafanaSends(rawSql, 28) })),
    ),
  ),
  ...[...filesOf('metabase/*.sql')].map(([name, sql]) => ({ name, sql })),
]

/** Replaces the dataset variable and the macro for the dashboard's period.
 * https://github.com/grafana/grafana-plugin-sdk-go/blob/main/data/sqlutil/macros.go */
function asGrafanaSends(rawSql: string, days: number): string {
  const now = Date.now()
  const [from, to] = [now - days * 86_400_000, now].map((time) =>
    new Date(time).toISOString().replace(/\.\d+Z$/, 'Z'),
  )
  const sql = rawSql
    .replaceAll('${dataset}', 'sluice')
    .replaceAll(
      /\$__timeFilter\((\w+)\)/g,
      (_macro, column: string) => `${column} >= '${from}' AND ${column} <= '${to}'`,
    )
  if (/\$__|\$\{/.test(sql)) throw new Error(`the test support does not know a macro or variable of: ${sql}`)
  return sql
}
