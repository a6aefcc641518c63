/** Automations: describes what the console shows of a sync or an action. Contains no secret and no data of a row. */
import type { ActionState } from './action.ts'
import type { Schedule } from './schedule.ts'
import type { Guards, SyncDefinition } from './sync.ts'

/** A schedule and when Cloud Scheduler requests the next run. */
export interface ShownSchedule extends Schedule {
  /** RFC 3339. Undefined if no run is scheduled. */
  next?: string
}

interface Shown {
  name: string
  /** One sentence; empty if the program has no definition with this name. */
  description: string
  /** The event type that is sent. */
  eventName: string
  /** The settings of this environment. Undefined if it is not configured. */
  configured?: { destinations: readonly string[]; state: ActionState }
  /** False if it is configured, and the deployed program has no definition with this name. */
  isDefined: boolean
  /** Undefined if events trigger it. */
  schedule?: ShownSchedule
  /** GoogleSQL with full table names. Undefined if events trigger it. */
  sql?: string
}

export interface ShownSync extends Shown {
  kind: 'sync'
  /** See `Sync`. */
  replacesStored?: true
  /** Undefined without a definition. */
  rows?: Pick<SyncDefinition, 'mode' | 'key'> & { guards: Guards; rowsPerSecond: number }
}

export interface ShownAction extends Shown {
  kind: 'action'
  /** Undefined without a definition. */
  rule?: {
    /** Event names that trigger it; undefined for a scheduled action. */
    on?: readonly string[]
    /** CEL condition. */
    when?: string
    subject: string
    /** Window, such as `30d`. */
    once: string
    /** Requirements in words. */
    requires: readonly string[]
  }
}

export type ShownAutomation = ShownSync | ShownAction
