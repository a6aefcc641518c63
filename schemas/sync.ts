/** Reverse ETL: defines a sync, which sends the changed rows of a model to a destination. */
import { bool, choice } from './context/field.ts'
import { defineEvent, type EventType, type Fields } from './event_type.ts'
import { eventTypes } from './event_types.ts'
import type { Link } from './link.ts'
import type { Schedule } from './schedule.ts'
import type { Locate } from './views/view.ts'

/** `append` sends new rows; `upsert` also changed rows; `mirror` also removed rows. */
type SyncMode = 'append' | 'upsert' | 'mirror'

export const changes = ['added', 'changed', 'removed'] as const

/** Fields that are added to the event type of a sync, unless it is a standard one. */
export const rowFields = {
  change: choice('How the row changed since it was last delivered.', [...changes]),
  backfill: bool(
    'True if the first run of the sync sent the row: it is new to the destination, but may be old.',
    false,
  ),
}

/** Limits that stop a run before anything is sent. */
export interface Guards {
  /** Maximum removed rows per run, in percent of the rows that the destination has. */
  maxRemovedPercent: number
  /** True if the model may return no rows although the destination has some. */
  allowEmpty: boolean
  /** Maximum bytes that one run may read in BigQuery. */
  maximumBytesBilled: number
}

/** One sync. A model column with the name of a context field is that field; all others are event fields. A model must not have a column
 * `event_id` or `event_name` nor, unless the event type is a standard one, `change` or `backfill`. */
export interface Sync {
  /** snake_case. Also the name of its event type, unless that is a standard one. */
  name: string
  /** One sentence: what it keeps up to date. */
  description: string
  /** GoogleSQL query. `locate('events')` returns the full name of a table or view of the dataset. */
  model: (locate: Locate) => string
  /** Model columns that together identify a row. */
  key: readonly [string, ...string[]]
  mode: SyncMode
  /** The event type of a row. `change` and `backfill` are added unless it is a standard event type. */
  event: EventType
  /** True if the rows take the place of the stored events of their type: a destination may not get both. The settings are checked for it. The
   * model sets the context field `source` to the name of the sync, so that rules can tell them apart. */
  replacesStored?: true
  /** Links by target. They override the links of the target; the links of a destination override them. */
  links: Readonly<Record<string, Link>>
  schedule: Schedule
  guards: Guards
  /** Maximum rows per second, so that live events are not delayed. */
  rowsPerSecond: number
}

/** The argument of `defineSync`. */
export type SyncDefinition = Omit<Sync, 'links' | 'schedule' | 'guards' | 'rowsPerSecond'> &
  Partial<Pick<Sync, 'links' | 'schedule' | 'rowsPerSecond'>> & { guards?: Partial<Guards> }

function withRowFields(event: EventType): EventType {
  const fields: Fields = { ...event.fields, ...rowFields }
  return defineEvent({ ...event, fields })
}

const gibibyte = 1024 ** 3

/** Declares a sync. Defaults: daily at 03:00 UTC, 100 rows per second, at most 10 % removed rows and 50 GiB read per run. */
export function defineSync({ guards, event, ...definition }: SyncDefinition): Sync {
  return {
    links: {},
    schedule: { cron: '0 3 * * *', timeZone: 'Etc/UTC' },
    rowsPerSecond: 100,
    ...definition,
    event: eventTypes.has(event.name) ? event : withRowFields(event),
    guards: { maxRemovedPercent: 10, allowEmpty: false, maximumBytesBilled: 50 * gibibyte, ...guards },
  }
}
