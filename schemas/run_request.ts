/** Runs: describes run requests, the messages of topic `runs`. Attribute `kind` holds the kind and selects the function. */
import { Type, type Static, type TSchema } from 'typebox'
import { dailyCheck } from './daily_check.ts'
import { DestinationId } from './destination.ts'

const closed = { additionalProperties: false } as const
const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$',
  description: 'a time in UTC',
  examples: ['2026-03-14T09:00:00Z'],
})
const Name = Type.String({ pattern: '^[a-z][a-z0-9_]{2,39}$' })
const dryRun = Type.Optional(Type.Boolean({ description: 'true counts and changes nothing' }))
const period = { from: Timestamp, to: Timestamp }
/** GoogleSQL condition on the rows of the table. */
const where = Type.Optional(Type.String({ minLength: 1, maxLength: 8192 }))
const rate = Type.Optional(
  Type.Number({ exclusiveMinimum: 0, maximum: 10_000, description: 'messages per second' }),
)

/** Outcomes that a replay can select. `pending` and `deferred` must be requested explicitly, because the bus still has these events
 * unless the subscription was lost. */
const replayable = [
  'skipped',
  'refused',
  'dead',
  'restricted',
  'undecided',
  'delivered',
  'pending',
  'deferred',
] as const

/** Schemas of the requests by kind. */
export const runRequests = {
  sync: Type.Object(
    {
      sync: Name,
      /** Required if the sync has several. */
      destination: Type.Optional(DestinationId),
      dry_run: dryRun,
      accept_schema: Type.Optional(
        Type.Boolean({ description: 'true accepts the current columns of the model' }),
      ),
      accept_removals: Type.Optional(
        Type.Boolean({ description: 'true permits more removed rows than the guards allow' }),
      ),
    },
    closed,
  ),
  action: Type.Object(
    {
      action: Name,
      dry_run: dryRun,
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 365,
          description: 'number of days that a back-test covers. Default: 30',
        }),
      ),
    },
    closed,
  ),
  replay: Type.Object(
    {
      destination: DestinationId,
      ...period,
      where,
      outcomes: Type.Optional(
        Type.Array(Type.Enum([...replayable]), {
          minItems: 1,
          uniqueItems: true,
          description: `outcomes of the events to send: one or more of ${replayable.join(', ')}`,
        }),
      ),
      again: Type.Optional(Type.Boolean({ description: 'true includes delivered events' })),
      rate,
      dry_run: dryRun,
    },
    closed,
  ),
  reprocess: Type.Object({ ...period, where, rate, dry_run: dryRun }, closed),
  erasure: Type.Object(
    {
      subject: Type.Record(Name, Type.String({ minLength: 1, maxLength: 1024 }), {
        minProperties: 1,
        maxProperties: 20,
        description: 'values of context fields that identify the person',
        examples: [{ email: 'jane@acme.example' }],
      }),
      reason: Type.Optional(Type.String({ maxLength: 1024 })),
      dry_run: dryRun,
    },
    closed,
  ),
  reconcile: Type.Object(
    {
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: dailyCheck.maxDays,
          description: `number of days before today to check. Default: ${dailyCheck.days}`,
        }),
      ),
    },
    closed,
  ),
  health: Type.Object({}, closed),
  people: Type.Object({}, closed),
  cancel: Type.Object({ run: Type.String({ minLength: 1, maxLength: 256 }) }, closed),
} as const satisfies Record<string, TSchema>

export type RunKind = keyof typeof runRequests
export type RunRequest<Kind extends RunKind> = Static<(typeof runRequests)[Kind]>

/** The function that a subscription pushes to, and its kinds of run. */
export interface RunSubscription {
  to: 'sync' | 'act' | 'erase'
  kinds: readonly RunKind[]
}

/** The subscriptions of topic `runs`, by the argument of `subscriptions.runs`: the function that each pushes to, and its kinds of run.
 * The filter of a subscription cannot be changed without replacing the subscription and losing its backlog, so a new kind gets a new
 * subscription. */
export const runSubscriptions = {
  sync: { to: 'sync', kinds: ['sync', 'replay', 'reprocess', 'cancel'] },
  act: { to: 'act', kinds: ['action'] },
  erase: { to: 'erase', kinds: ['erasure'] },
  reconcile: { to: 'sync', kinds: ['reconcile'] },
  health: { to: 'sync', kinds: ['health'] },
  people: { to: 'sync', kinds: ['people'] },
} as const satisfies Readonly<Record<string, RunSubscription>>

/** The subscriptions of topic `scheduledRuns`: those of `runSubscriptions` whose kinds can be scheduled. */
export const scheduledSubscriptions = [
  'sync',
  'act',
  'reconcile',
  'health',
  'people',
] as const satisfies readonly (keyof typeof runSubscriptions)[]

/** Who asked for a scheduled run, as column `runs.requested_by` names it. */
export const schedulerName = 'cloudscheduler.googleapis.com'

/** Filter of a subscription for these kinds of run.
 * https://cloud.google.com/pubsub/docs/subscription-message-filter */
export function runFilter(kinds: readonly RunKind[]): string {
  return kinds.map((kind) => `attributes.kind = "${kind}"`).join(' OR ')
}
