/** Event types: says how far a definition can be relied on: who answers for it, whether it may still change, and what is sent instead. Pure. */
import { Type, type Static } from 'typebox'

/** Minimum number of days between the deprecation of an event type and its sunset. */
export const noticeDays = 90

const Deprecation = Type.Object(
  {
    since: Type.String({
      format: 'date',
      description: 'Day from which the event type is deprecated, YYYY-MM-DD, UTC.',
    }),
    sunset: Type.String({
      format: 'date',
      description:
        'Day from which producers no longer send it, YYYY-MM-DD, UTC. Events that still come are stored.',
    }),
    successor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: 'Name of the event type to send instead.' }),
    ),
  },
  { additionalProperties: false },
)

export type Deprecation = Static<typeof Deprecation>

/** Members of a definition. */
export const lifecycleMembers = {
  owner: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Team or address that answers questions about it.',
    }),
  ),
  status: Type.Optional(
    Type.Enum(['draft', 'live', 'deprecated'], {
      description:
        'draft: any part may change with a minor version. live: changes follow the rules of versions. deprecated: it is replaced or given up. Default: live.',
    }),
  ),
  deprecation: Type.Optional(Deprecation),
  supersedes: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'Name of the event type that it replaces.' }),
  ),
}

export interface Lifecycle {
  /** Team or address that answers questions about it; undefined if none is stated. */
  owner?: string | undefined
  /** A draft may change in any part with a minor version. A deprecated type is replaced or given up. */
  status: 'draft' | 'live' | 'deprecated'
  /** Of a deprecated type. */
  deprecation?: Deprecation | undefined
  /** Name of the event type that it replaces. */
  supersedes?: string | undefined
}

/** Returns one sentence per contradiction in the lifecycle of a definition, each with the path; empty if it is valid. */
export function lifecycleProblems({
  name,
  status = 'live',
  deprecation,
  supersedes,
}: Partial<Lifecycle> & { name: string }): readonly string[] {
  const problems: [boolean, string][] = [
    [
      status === 'deprecated' && !deprecation,
      'deprecation is missing: a deprecated event type states since when it is deprecated, and its sunset.',
    ],
    [status !== 'deprecated' && deprecation !== undefined, `deprecation does not apply to status ${status}.`],
    [
      deprecation !== undefined && daysBetween(deprecation.since, deprecation.sunset) < noticeDays,
      `deprecation.sunset must be at least ${noticeDays} days after deprecation.since.`,
    ],
    [deprecation?.successor === name, 'deprecation.successor is the event type itself.'],
    [supersedes === name, 'supersedes is the event type itself.'],
  ]
  return problems.filter(([applies]) => applies).map(([, problem]) => problem)
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** Says that an event type is deprecated, in two sentences at most; undefined for one that is not. */
export function deprecationNotice({
  name,
  deprecation,
}: { name: string } & Pick<Lifecycle, 'deprecation'>): string | undefined {
  if (!deprecation) return undefined
  const { since, sunset, successor } = deprecation
  const instead = successor === undefined ? '' : ` Send ${successor} instead.`
  return `${name} is deprecated since ${since}; its sunset is ${sunset}.${instead}`
}
