/** SQL texts → the mistakes in them, each with its place. */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  compileDml,
  compileQuery,
  isDml,
  newContext,
  parseScript,
  SqlError,
  type CompileOptions,
  type Context,
  type QueryParameter,
  type Statement,
} from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import type { GrowingCatalog } from './catalog.ts'

export interface SqlSource {
  /** What a person looks for: a file's path, or a view's name. */
  name: string
  text: string
  /** The view this text is of; those after it may read it. */
  view?: string
  /** What it is run with. */
  parameters?: QueryParameter[]
}

interface Mistake {
  source: string
  /** `line:column`, where it is known. */
  place: string | undefined
  message: string
}

/** Every `*.sql` file below a directory, except installed packages, built files and the files of dbt projects: these are templates, from
 * which dbt makes SQL. */
export async function sqlFiles(directory: string): Promise<{ path: string; text: string }[]> {
  const exclude = (path: string): boolean => /(?:^|\/)(?:node_modules|dist|\.[^/]+)(?:\/|$)/.test(path)
  const paths = (await Array.fromAsync(glob('**/*.sql', { cwd: directory, exclude }))).toSorted()
  const projects = await Array.fromAsync(glob('**/dbt_project.yml', { cwd: directory, exclude }))
  const isTemplate = (path: string): boolean =>
    projects.some((project) => path.startsWith(project.slice(0, -'dbt_project.yml'.length)))
  return Promise.all(
    paths
      .filter((path) => !isTemplate(path))
      .map(async (path) => {
        const absolute = join(directory, path)
        return { path: absolute, text: await readFile(absolute, 'utf8') }
      }),
  )
}

/** Every block marked `sql` in the pages of docs/, with as many empty lines before it as make its places the page's. */
export async function sqlFences(directory: string): Promise<{ path: string; text: string }[]> {
  const pages = (await Array.fromAsync(glob('docs/*.md', { cwd: directory }))).toSorted()
  const blocks = pages.map(async (page) => {
    const path = join(directory, page)
    const text = await readFile(path, 'utf8')
    return [...text.matchAll(/^```sql\n(.*?)^```$/gms)].map((match) => {
      const lines = text.slice(0, match.index).split('\n').length
      return { path, text: '\n'.repeat(lines) + match[1]! }
    })
  })
  return (await Promise.all(blocks)).flat()
}

/** The first mistake of each text. */
export function lintSources(
  sources: readonly SqlSource[],
  catalog: GrowingCatalog,
  place: { project: string; dataset: string },
): Mistake[] {
  return sources.flatMap(({ name, text, view, parameters }) => {
    try {
      const options = { project: place.project, user: '', defaultDataset: place, parameters }
      compileAll(text, catalog, options)
      if (view !== undefined) catalog.addView(view, text)
      return []
    } catch (error) {
      if (!(error instanceof SqlError)) throw error
      const [, message, at] = /^(.*?)(?: at \[(\d+:\d+)\])?$/s.exec(error.message)!
      return [{ source: name, place: at, message: message! }]
    }
  })
}

function compileAll(text: string, catalog: GrowingCatalog, options: CompileOptions): void {
  for (const statement of parseScript(text)) compile(statement, newContext(text, catalog, options))
}

/** DDL is checked by its grammar alone: what it makes is not there to be read by the next statement. */
function compile(statement: Statement, context: Context): void {
  if (statement.kind === 'query') compileQuery(statement.query, context)
  else if (isDml(statement)) compileDml(statement, context)
}
