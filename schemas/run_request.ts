/** Runs: what a message of the topic `runs` may ask for. The kind stands in an attribute too, by which it reaches its function. */
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
const dryRun = Type.Optional(Type.Boolean({ description: 'true only tells what the run would do' }))
const period = { from: Timestamp, to: Timestamp }
/** GoogleSQL condition on a row of the table that is read. */
const where = Type.Optional(Type.String({ minLength: 1, maxLength: 8192 }))
const rate = Type.Optional(
  Type.Number({ exclusiveMinimum: 0, maximum: 10_000, description: 'messages per second' }),
)

/** What may have become of an event that is sent again. What is pending or deferred is sent only when it is named, for the bus still has it
 * unless its subscription was lost. */
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

/** By kind. */
export const runRequests = {
  sync: Type.Object(
    {
      sync: Name,
      dry_run: dryRun,
      accept_schema: Type.Optional(
        Type.Boolean({ description: 'true takes the columns of the model as they are now' }),
      ),
      accept_removals: Type.Optional(
        Type.Boolean({ description: 'true lets more rows be removed than the guards allow' }),
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
          description: 'how many days of events a dry run goes through; 30 unless told',
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
          description: `what became of the events so far: some of ${replayable.join(', ')}`,
        }),
      ),
      again: Type.Optional(Type.Boolean({ description: 'true sends also what is delivered already' })),
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
          description: `how many days before today are checked. Default: ${dailyCheck.days}`,
        }),
      ),
    },
    closed,
  ),
  cancel: Type.Object({ run: Type.String({ minLength: 1, maxLength: 256 }) }, closed),
} as const satisfies Record<string, TSchema>

export type RunKind = keyof typeof runRequests
export type RunRequest<Kind extends RunKind> = Static<(typeof runRequests)[Kind]>

/** The subscriptions of topic `runs`, by the name that `subscriptions.runs` takes: the function that each pushes to, and the kinds of run
 * that it brings. The filter of a subscription cannot be changed, only replaced together with its backlog: a kind that is added gets a
 * subscription of its own. */
export const runSubscriptions = {
  sync: { to: 'sync', kinds: ['sync', 'replay', 'reprocess', 'cancel'] },
  act: { to: 'act', kinds: ['action'] },
  erase: { to: 'erase', kinds: ['erasure'] },
  reconcile: { to: 'sync', kinds: ['reconcile'] },
} as const satisfies Readonly<Record<string, { to: 'sync' | 'act' | 'erase'; kinds: readonly RunKind[] }>>

/** Filter of a subscription that brings these kinds of run.
 * https://cloud.google.com/pubsub/docs/subscription-message-filter */
export function runFilter(kinds: readonly RunKind[]): string {
  return kinds.map((kind) => `attributes.kind = "${kind}"`).join(' OR ')
}
