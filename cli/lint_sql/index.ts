/** `npm run lint:sql`: every GoogleSQL text of the repository through the compiler, before any of it meets BigQuery. */
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { actions, syncs } from '../../schemas/derived_types.ts'
import type { Action } from '../../schemas/action.ts'
import type { Sync } from '../../schemas/sync.ts'
import { views } from '../../schemas/views.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import { actionSources } from './action_sources.ts'
import { lintSources, sqlFences, sqlFiles, type SqlSource } from './sources.ts'
import { catalogOf } from './catalog.ts'

const [project, dataset] = ['project', 'sluice']
const locate: Locate = (name) => `\`${project}.${dataset}.${name}\``
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The models of syncs, the actions, the files and the pages of docs/: every text that is no view. */
export async function queryTexts(
  locate: Locate,
  directory: string = root,
  models: readonly Pick<Sync, 'name' | 'model'>[] = [...syncs.values()],
  declaredActions: readonly Action[] = [...actions.values()],
): Promise<readonly SqlSource[]> {
  return [
    ...models.map(({ name, model }): SqlSource => ({ name: `model of sync ${name}`, text: model(locate) })),
    ...actionSources(declaredActions, locate),
    ...[...(await sqlFiles(directory)), ...(await sqlFences(directory))].map(({ path, text }) => ({
      name: relative(directory, path),
      text,
    })),
  ]
}

/** The views in their order, then syncs, actions, files and the pages of docs/; prints one line per mistake and one for them all. */
export async function lint(
  declaredViews = views(project, dataset),
  directory: string = root,
  print: (line: string) => void = console.log,
  ...declared: [models?: readonly Pick<Sync, 'name' | 'model'>[], actions?: readonly Action[]]
): Promise<boolean> {
  const sources: SqlSource[] = [
    ...declaredViews.map(({ name, query }): SqlSource => ({ name: `view ${name}`, text: query, view: name })),
    ...(await queryTexts(locate, directory, ...declared)),
  ]
  const catalog = catalogOf(Object.values(tables), { project, dataset })
  const mistakes = lintSources(sources, catalog, { project, dataset })
  for (const { source, place, message } of mistakes)
    print(`${source}${place === undefined ? '' : `:${place}`}: ${message}`)
  print(`${sources.length} SQL texts, ${mistakes.length} with a mistake`)
  return mistakes.length === 0
}

if (import.meta.main) process.exitCode = (await lint()) ? 0 : 1
