/** Settings: schemas of the configured syncs and actions: their destinations, states and schedules. */
import { Cron } from 'croner'
import { Type, type Static } from 'typebox'
import { actionStates } from '../../schemas/action.ts'
import type { ConfiguredAction, ConfiguredAutomation, ConfiguredSync } from '../../schemas/configured.ts'
import { actions as knownActions, syncs as knownSyncs } from '../../schemas/derived_types.ts'
import { DestinationId } from '../../schemas/destination.ts'
import { nearest } from '../../schemas/nearest.ts'
import type { Schedule } from '../../schemas/schedule.ts'

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
    destination: DestinationId,
    ...when,
    paused: Type.Optional(
      Type.Boolean({
        description: 'true stops scheduled runs; requested runs still start',
        examples: [true],
      }),
    ),
  },
  { ...closed, examples: [{ destination: 'crm' }] },
)

const ActionSetting = Type.Object(
  {
    destination: DestinationId,
    state: Type.Enum([...actionStates], { description: actionStates.join(', '), examples: ['shadow'] }),
    ...when,
  },
  { ...closed, examples: [{ destination: 'team_chat', state: 'shadow' }] },
)

export const syncSettings = Type.Record(Name, SyncSetting, {
  additionalProperties: false,
  default: {},
  description: 'syncs by name',
  examples: [{ customer_profiles: { destination: 'crm' } }],
})

export const actionSettings = Type.Record(Name, ActionSetting, {
  additionalProperties: false,
  default: {},
  description: 'actions by name',
  examples: [{ big_purchase: { destination: 'team_chat', state: 'shadow' } }],
})

/** A sync or action with a schedule. */
interface Scheduled {
  kind: 'sync' | 'action'
  name: string
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
    ...Object.entries(syncs).flatMap(([name, { paused = false, ...setting }]) =>
      scheduledAs('sync', name, knownSyncs.get(name)?.schedule, setting, paused),
    ),
    ...Object.entries(actions).flatMap(([name, { state, ...setting }]) =>
      scheduledAs('action', name, scheduleOf(name), setting, state === 'draft' || state === 'paused'),
    ),
  ]
  const automation = (each: Omit<ConfiguredAutomation, 'schedule'>): ConfiguredAutomation => {
    const own = scheduled.find(({ kind, name }) => kind === each.kind && name === each.name)
    return { ...each, ...(own && { schedule: own.schedule }) }
  }
  return {
    syncs: Object.entries(syncs).map(([name, { destination }]) => ({ name, destination })),
    actions: Object.entries(actions).map(([name, { destination, state }]) => ({
      name,
      destination,
      state,
    })),
    scheduled,
    automations: [
      ...Object.entries(syncs).map(([name, { destination, paused }]) =>
        automation({ kind: 'sync', name, destination, state: paused === true ? 'paused' : 'live' }),
      ),
      ...Object.entries(actions).map(([name, { destination, state }]) =>
        automation({ kind: 'action', name, destination, state }),
      ),
    ],
  }
}

function scheduleOf(action: string): Schedule | undefined {
  const trigger = knownActions.get(action)?.trigger
  return trigger && 'schedule' in trigger ? trigger.schedule : undefined
}

function scheduledAs(
  kind: Scheduled['kind'],
  name: string,
  own: Schedule | undefined,
  { cron, timeZone }: { cron?: string; timeZone?: string },
  paused: boolean,
): Scheduled[] {
  return own
    ? [{ kind, name, schedule: { cron: cron ?? own.cron, timeZone: timeZone ?? own.timeZone }, paused }]
    : []
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
        ...(destinations.includes(setting.destination)
          ? []
          : [
              `${path}.destination must be one of ${namespace}:destinations: ${listed(destinations)}, got ${JSON.stringify(setting.destination)}${didYouMean(setting.destination, destinations)}`,
            ]),
        ...[scheduleProblem(path, isScheduled, setting)].filter((line) => line !== undefined),
      ]
    }),
  )
}

interface RunSetting {
  destination: string
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
