/** Storage layer: follows the small tables that say what events are and of whom none may leave. */
import { tables } from '../../schemas/warehouse.ts'
import type { SavedDefinitions } from '../event/saved_definitions.ts'
import type { IsSuppressed } from '../privacy/suppression.ts'
import { tableFeed, type FeedPorts, type TableCache } from '../google/table_cache.ts'
import { tableReader } from '../google/table_reader.ts'
import { followedColumns, readDefinitions, readSuppressions } from './cached_tables.ts'

/** What following takes of the world. */
export interface FollowPorts {
  env: NodeJS.ProcessEnv
  project: string
  dataset: string
  authorization: () => string | Promise<string>
  /** Milliseconds of a clock that only goes forward. */
  now: () => number
  wait: (milliseconds: number) => Promise<unknown>
  /** Tells an operator. */
  warn: (message: string, facts: Readonly<Record<string, unknown>>) => void
}

function follow<Content>(
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
    onError: (error) => warn(`table ${name} cannot be read; what was read before stays`, { error }),
  })
}

/** A saved version that is no definition is told once, and the one before it stays. */
export function cacheDefinitions(ports: FollowPorts): TableCache<SavedDefinitions> {
  return follow(ports, 'definitions', async (pages, before: SavedDefinitions | undefined) => {
    const now = await readDefinitions(pages, before)
    for (const [version, found] of now.versions) {
      if (typeof found === 'string' && !before?.versions.has(version))
        ports.warn('a saved definition is not valid and is left out', { version, problem: found })
    }
    return now
  })
}

export function cacheSuppressions(ports: FollowPorts): TableCache<IsSuppressed> {
  return follow(ports, 'suppressions', readSuppressions)
}
