/** Storage layer: caches the definitions and the suppression list, and keeps them up to date. */
import { tables } from '../../schemas/warehouse.ts'
import type { SavedDefinitions } from '../event/saved_definitions.ts'
import type { IsSuppressed } from '../privacy/suppression.ts'
import { tableFeed, type FeedPorts, type TableCache } from '../google/table_cache.ts'
import { tableReader } from '../google/table_reader.ts'
import { followedColumns, readDefinitions, readSuppressions } from './cached_tables.ts'

/** Dependencies of the caches. */
export interface FollowPorts {
  env: NodeJS.ProcessEnv
  project: string
  dataset: string
  authorization: () => string | Promise<string>
  /** Returns the time of a monotonic clock, in ms. */
  now: () => number
  wait: (milliseconds: number) => Promise<unknown>
  /** Logs a warning for operators. */
  warn: (message: string, details: Readonly<Record<string, unknown>>) => void
}

function cacheTable<Content>(
  { env, project, dataset, authorization, now, wait, warn }: FollowPorts,
  name: keyof typeof followedColumns,
  read: FeedPorts<Content>['read'],
): TableCache<Content> {
  const table = { project, dataset, table: tables[name].name }
  return tableFeed({
    reader: tableReader(env, table, authorization, followedColumns[name]),
    read,
    now,
    wait,
    onError: (error) => warn(`cannot read table ${name}; using the cached copy`, { error }),
  })
}

/** Warns once about each saved version that is invalid, and the version before it stays in use; and about each that is used without some of its
 * patterns. */
export function cacheDefinitions(ports: FollowPorts): TableCache<SavedDefinitions> {
  return cacheTable(ports, 'definitions', async (pages, before: SavedDefinitions | undefined) => {
    const saved = await readDefinitions(pages, before)
    for (const [version, result] of saved.versions) {
      if (typeof result === 'string' && !before?.versions.has(version))
        ports.warn('a saved definition is invalid and ignored', { version, problem: result })
    }
    for (const [version, problems] of saved.ignoredPatterns)
      if (!before?.ignoredPatterns.has(version))
        ports.warn('a saved definition is used without some of its patterns', { version, problems })
    return saved
  })
}

export function cacheSuppressions(ports: FollowPorts): TableCache<IsSuppressed> {
  return cacheTable(ports, 'suppressions', readSuppressions)
}
