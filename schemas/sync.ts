/** Reverse ETL: what a sync is: rows of the warehouse that a destination is kept up to date with, by their differences alone. */
import { bool, choice } from './context/field.ts'
import { defineEvent, type EventType, type Fields } from './event_type.ts'
import { eventTypes } from './event_types.ts'
import type { Link } from './link.ts'
import type { Schedule } from './schedule.ts'
import type { Locate } from './views/view.ts'

/** `append` sends a row once; `upsert` also when it changes; `mirror` also when it is gone. */
export type SyncMode = 'append' | 'upsert' | 'mirror'

export const changes = ['added', 'changed', 'removed'] as const
export type RowChange = (typeof changes)[number]

/** What every row of a sync says of itself, where its event type is the sync's own. */
export const rowFields = {
  change: choice('What became of the row since it was last delivered.', [...changes]),
  backfill: bool(
    'Whether the first run of the sync found it: then it is news to the destination, but did not happen just now.',
    false,
  ),
}

/** What stops a run before anything is sent. */
export interface Guards {
  /** Most rows that may be removed at once, in per cent of what the destination has. */
  maxRemovedPercent: number
  /** Whether the model may have no row at all although it had some. */
  allowEmpty: boolean
  /** Most bytes that BigQuery may read for one run. */
  maximumBytesBilled: number
}

/** One sync. Columns of the model that bear the name of a context field are that field; all others are event-specific. `event_id`,
 * `event_name` and, where the event type is the sync's own, `change` and `backfill` are the platform's: a model has no such column. */
export interface Sync {
  /** snake_case; also the name of its event type, unless that is a standard one. */
  name: string
  /** One sentence: what it keeps up to date. */
  description: string
  /** GoogleSQL query; `locate('events')` writes the full name of a table or view of the dataset. */
  model: (locate: Locate) => string
  /** Columns of the model that together identify a row. */
  key: readonly [string, ...string[]]
  mode: SyncMode
  /** What a row is to the decision and the linkage layer. To a type of the sync's own, `change` and `backfill` are added. */
  event: EventType
  /** Links by target, over the target's own; a destination's own come on top. */
  links: Readonly<Record<string, Link>>
  schedule: Schedule
  guards: Guards
  /** Rows per second that are sent at most, so that live events come first. */
  rowsPerSecond: number
}

/** What a file of schemas/syncs/ declares: the rest has defaults. */
export type SyncDefinition = Omit<Sync, 'links' | 'schedule' | 'guards' | 'rowsPerSecond'> &
  Partial<Pick<Sync, 'links' | 'schedule' | 'rowsPerSecond'>> & { guards?: Partial<Guards> }

function ofRows(event: EventType): EventType {
  const fields: Fields = { ...event.fields, ...rowFields }
  return defineEvent({ ...event, fields })
}

const gibibyte = 1024 ** 3

/** Declares a sync: every night at three, UTC; a hundred rows a second; a tenth of the rows may go at once; fifty GiB may be read. */
export function defineSync({ guards, event, ...definition }: SyncDefinition): Sync {
  return {
    links: {},
    schedule: { cron: '0 3 * * *', timeZone: 'Etc/UTC' },
    rowsPerSecond: 100,
    ...definition,
    event: eventTypes.has(event.name) ? event : ofRows(event),
    guards: { maxRemovedPercent: 10, allowEmpty: false, maximumBytesBilled: 50 * gibibyte, ...guards },
  }
}
