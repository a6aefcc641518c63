/** Settings: schemas of the configured syncs and actions: their destinations, states and schedules. */
import { Cron } from 'croner'
import { Type, type Static } from 'typebox'
import { actionStates } from '../../schemas/action.ts'
import type { ConfiguredAction, ConfiguredAutomation, ConfiguredSync } from '../../schemas/configured.ts'
import { actions as knownActions, syncs as knownSyncs } from '../../schemas/derived_types.ts'
import { nearest } from '../../schemas/nearest.ts'
import type { Schedule } from '../../schemas/schedule.ts'
import { destinationMembers, destinationsOf, destinationsProblems } from './run_destinations.ts'

const closed = { additionalProperties: false } as const
const Name = Type.String({ pattern: '^[a-z][a-z0-9_]{2,39}$' })
const when = {
  cron: Type.Optional(
    Type.String({ minLength: 9, description: 'a schedule of five cron fields', examples: ['0 3 * * *'] }),
  ),
  timeZone: Type.Optional(
    Type.String({ minLength: 3, description: 'a time zone', examples: ['Europe/Amsterdam'] }),
  ),
}

const SyncSetting = Type.Object(
  {
    ...destinationMembers,
    ...when,
    paused: Type.Optional(
      Type.Boolean({
        description: 'true stops scheduled runs; requested runs still start',
        examples: [true],
      }),
    ),
  },
  { ...closed, examples: [{ destinations: ['crm'] }] },
)

const ActionSetting = Type.Object(
  {
    ...destinationMembers,
    state: Type.Enum([...actionStates], { description: actionStates.join(', '), examples: ['shadow'] }),
    ...when,
  },
  { ...closed, examples: [{ destinations: ['team_chat'], state: 'shadow' }] },
)

export const syncSettings = Type.Record(Name, SyncSetting, {
  additionalProperties: false,
  default: {},
  description: 'syncs by name',
  examples: [{ customer_profiles: { destinations: ['crm'] } }],
})

export const actionSettings = Type.Record(Name, ActionSetting, {
  additionalProperties: false,
  default: {},
  description: 'actions by name',
  examples: [{ big_purchase: { destinations: ['team_chat'], state: 'shadow' } }],
})

/** A run with a schedule: of an action, or of a sync for one of its destinations. */
interface Scheduled {
  kind: 'sync' | 'action'
  name: string
  /** Only of a sync. */
  destination?: string
  /** Name of the scheduler's job. */
  job: string
  schedule: Schedule
  paused: boolean
}

/** The syncs and actions of this environment. */
export interface RunSettings {
  syncs: readonly ConfiguredSync[]
  actions: readonly ConfiguredAction[]
  scheduled: readonly Scheduled[]
  /** All of them, for the console. */
  automations: readonly ConfiguredAutomation[]
}

interface ConfiguredByName {
  syncs: Static<typeof syncSettings>
  actions: Static<typeof actionSettings>
}

/** Returns the settings in the form that the functions and the scheduler read. */
export function configuredRuns({ syncs, actions }: ConfiguredByName): RunSettings {
  const scheduled = [
    ...Object.entries(syncs).flatMap(([name, setting]) => scheduledSync(name, setting)),
    ...Object.entries(actions).flatMap(([name, { state, ...setting }]): Scheduled[] => {
      const schedule = scheduleIn(scheduleOf(name), setting)
      const paused = state === 'draft' || state === 'paused'
      return schedule ? [{ kind: 'action', name, job: `action-${name}`, schedule, paused }] : []
    }),
  ]
  const scheduleFor = (kind: Scheduled['kind'], name: string): { schedule?: Schedule } => {
    const own = scheduled.find((each) => each.kind === kind && each.name === name)
    return own ? { schedule: own.schedule } : {}
  }
  return {
    syncs: Object.entries(syncs).map(([name, setting]) => ({
      name,
      destinations: destinationsOf(setting),
      ...(setting.paused !== true && scheduleFor('sync', name)),
    })),
    actions: Object.entries(actions).map(([name, setting]) => ({
      name,
      destinations: destinationsOf(setting),
      state: setting.state,
    })),
    scheduled,
    automations: [
      ...Object.entries(syncs).map(([name, setting]) => ({
        kind: 'sync' as const,
        name,
        destinations: destinationsOf(setting),
        state: setting.paused === true ? ('paused' as const) : ('live' as const),
        ...scheduleFor('sync', name),
      })),
      ...Object.entries(actions).map(([name, setting]) => ({
        kind: 'action' as const,
        name,
        destinations: destinationsOf(setting),
        state: setting.state,
        ...scheduleFor('action', name),
      })),
    ],
  }
}

function scheduleOf(action: string): Schedule | undefined {
  const trigger = knownActions.get(action)?.trigger
  return trigger && 'schedule' in trigger ? trigger.schedule : undefined
}

/** Returns a run for each destination of a sync, so that one that fails or waits never holds up another. The first has the job that a sync with one
 * destination has: a job whose name changes would be replaced. */
function scheduledSync(name: string, setting: Static<typeof SyncSetting>): Scheduled[] {
  const schedule = scheduleIn(knownSyncs.get(name)?.schedule, setting)
  if (!schedule) return []
  const { paused = false } = setting
  return destinationsOf(setting).map((destination, index) => ({
    kind: 'sync',
    name,
    destination,
    job: index === 0 ? `sync-${name}` : `sync-${name}-${destination}`,
    schedule,
    paused,
  }))
}

/** `own` is the schedule of the definition. */
function scheduleIn(
  own: Schedule | undefined,
  { cron, timeZone }: { cron?: string; timeZone?: string },
): Schedule | undefined {
  return own && { cron: cron ?? own.cron, timeZone: timeZone ?? own.timeZone }
}

/** Returns a line for each problem that the schema does not cover. */
export function runsProblems(
  namespace: string,
  configured: ConfiguredByName,
  destinations: readonly string[],
): readonly string[] {
  return (
    [
      ['syncs', knownSyncs],
      ['actions', knownActions],
    ] as const
  ).flatMap(([key, known]) =>
    Object.entries<RunSetting>(configured[key]).flatMap(([name, setting]) => {
      const path = `${namespace}:${key}.${name}`
      if (!known.has(name))
        return [
          `${path} is not in schemas/${key}. Expected: ${listed(known.keys())}${didYouMean(name, known.keys())}`,
        ]
      const isScheduled = key === 'syncs' || scheduleOf(name) !== undefined
      return [
        ...destinationsProblems(path, setting, destinations),
        ...[scheduleProblem(path, isScheduled, setting)].filter((line) => line !== undefined),
      ]
    }),
  )
}

interface RunSetting {
  destinations?: readonly string[]
  destination?: string
  cron?: string
  timeZone?: string
}

/** Returns the problem of a schedule in one line; undefined if there is none. */
export function scheduleProblem(
  path: string,
  isScheduled: boolean,
  { cron, timeZone }: { cron?: string; timeZone?: string },
): string | undefined {
  if (!isScheduled && (cron !== undefined || timeZone !== undefined))
    return `${path} is triggered by events and has no schedule: remove cron and timeZone`
  if (cron !== undefined && cron.trim().split(/\s+/).length !== 5)
    return `${path}.cron must have five fields, for example "0 3 * * *", got ${JSON.stringify(cron)}`
  try {
    new Cron(cron ?? '0 0 * * *', { paused: true, timezone: timeZone ?? 'Etc/UTC' }).nextRun()
    return undefined
  } catch (error) {
    return `${path} has an invalid schedule: ${(error as Error).message}`
  }
}

function listed(names: Iterable<string>): string {
  return [...names].join(', ') || 'none'
}

function didYouMean(name: string, names: Iterable<string>): string {
  const meant = nearest(name, names)
  return meant === undefined ? '' : `. Did you mean ${meant}?`
}
