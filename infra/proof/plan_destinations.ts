/** Proof: describes what an update changes for destinations and their rules. Pure. */
import { destinationOfForward, topicOfStore } from '../../schemas/bus.ts'
import { isDrainable, modeOf } from '../../schemas/drain.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { Ordering } from '../../schemas/ordering.ts'
import { types } from './graph.ts'
import { orderingLines, orderLines } from './plan_ordering.ts'
import { removalLines } from './plan_removal.ts'
import type { Changed } from './preview.ts'

/** Returns a line for each destination that is added, removed or changed. */
export function destinationChanges(all: readonly Changed[]): readonly string[] {
  const store = all.find(({ type, name }) => type === types.function && name === 'store')
  const before = destinationsOf(store?.before)
  const after = destinationsOf(store?.after)
  const ids = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  const isPaused = (id: string): boolean =>
    all.some(
      ({ type, name, before: old }) =>
        type === types.subscription && destinationOfForward(name) === id && modeOfInputs(old) === 'paused',
    )
  const dataset = variablesOf(store?.before)['DATASET'] ?? 'sluice'
  const removal = (destination: Destination): readonly string[] =>
    removalLines({ destination, isPaused: isPaused(destination.id), dataset })
  const order = (old: Destination, now: Destination): readonly string[] => orderLines(old, now, dataset)
  return [
    ...ids.flatMap((id) => changeLines(id, before.get(id), after.get(id), { removal, order })),
    ...new Set(pauses(all, before, after)),
  ]
}

/** Returns a line for each change of the setting `ordering`. `now` is in ms. */
export function orderingChanges(all: readonly Changed[], now: number): readonly string[] {
  const store = all.find(({ type, name }) => type === types.function && name === 'store')
  const ordering = (inputs: Inputs): Ordering | undefined => {
    const { ORDERING: text = '' } = variablesOf(inputs)
    try {
      return text === '' ? undefined : (JSON.parse(text) as Ordering)
    } catch {
      return undefined
    }
  }
  return orderingLines(ordering(store?.before), ordering(store?.after), now)
}

type Inputs = Changed['before'] | undefined

function variablesOf(inputs: Inputs): Readonly<Record<string, string>> {
  const service = inputs?.['serviceConfig'] as { environmentVariables?: Record<string, string> } | undefined
  return service?.environmentVariables ?? {}
}

/** Returns the destinations in the settings of a function. */
function destinationsOf(inputs: Inputs): ReadonlyMap<string, Destination> {
  const { DESTINATIONS: text } = variablesOf(inputs)
  if (text === undefined) return new Map()
  try {
    return new Map((JSON.parse(text) as readonly Destination[]).map((each) => [each.id, each]))
  } catch {
    // Pulumi prints unknown and secret values as another text.
    return new Map()
  }
}

function changeLines(
  id: string,
  before: Destination | undefined,
  after: Destination | undefined,
  lines: {
    removal: (destination: Destination) => readonly string[]
    order: (before: Destination, after: Destination) => readonly string[]
  },
): readonly string[] {
  if (before === undefined && after !== undefined)
    return [`${id} is added: ${after.target}, ${ruleCount(after)}`]
  if (before !== undefined && after === undefined) return lines.removal(before)
  if (before === undefined || after === undefined) return []
  const changes = [
    ...(before.target === after.target ? [] : [`target changes from ${before.target} to ${after.target}`]),
    ...ruleChanges(before, after),
    ...others
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => `${name.replaceAll('_', ' ')} changes`),
  ]
  return [...changes.map((line) => `${id}: ${line}`), ...lines.order(before, after)]
}

const others = ['settings', 'consent', 'linkage', 'requests_per_second'] as const

function ruleCount({ rules }: Destination): string {
  return rules.length === 0 ? 'no rules, so nothing is sent' : `rules ${rules.map(({ id }) => id).join(', ')}`
}

function ruleChanges(before: Destination, after: Destination): readonly string[] {
  const old = new Map(before.rules.map((rule) => [rule.id, rule]))
  const now = new Map(after.rules.map((rule) => [rule.id, rule]))
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [old.get(id), now.get(id)]
    if (!was && is) return [`rule ${id} is added: ${is.effect} when ${is.when}`]
    if (was && !is) return [`rule ${id} is removed: ${was.effect} when ${was.when}`]
    return was && is && JSON.stringify(was) !== JSON.stringify(is)
      ? [`rule ${id} changes from ${was.effect} when ${was.when} to ${is.effect} when ${is.when}`]
      : []
  })
}

/** Returns the mode that the inputs of a subscription set. A push endpoint can be unknown in a preview. */
function modeOfInputs(inputs: Changed['before']) {
  return 'pushConfig' in inputs ? 'push' : modeOf(inputs)
}

/** Returns a line for each destination whose subscription is paused or resumed, or changes its mode. */
function pauses(
  all: readonly Changed[],
  before: ReadonlyMap<string, Destination>,
  after: ReadonlyMap<string, Destination>,
): readonly string[] {
  return all.flatMap(({ type, name, change, before: old, after: now }) => {
    const id = destinationOfForward(name)
    const stays = id !== undefined && before.has(id) === after.has(id)
    if (type !== types.subscription || !stays || change !== 'update') return []
    const [was, is] = [modeOfInputs(old), modeOfInputs(now)]
    if (was === is) return []
    if (is === 'paused') return [`${id} is paused: its events are held`]
    if (was === 'paused') return [`${id} is resumed: held events are delivered`]
    return [modeChange(id, is)]
  })
}

function modeChange(what: string, mode: 'push' | 'drain'): string {
  return mode === 'drain'
    ? `${what} is drained: its worker pool pulls the events, which wait until it runs`
    : `${what} is pushed again: Pub/Sub pushes its events`
}

/** Returns a line if the store subscriptions change their mode. */
export function storeModeChanges(all: readonly Changed[]): readonly string[] {
  const modes = all.flatMap(({ type, name, change, before, after }) => {
    const isStore = type === types.subscription && change === 'update' && topicOfStore(name) !== undefined
    if (!isStore || isDrainable(before) === isDrainable(after)) return []
    return [modeOfInputs(after) === 'drain' ? ('drain' as const) : ('push' as const)]
  })
  return [...new Set(modes)].map((mode) => modeChange('store', mode))
}
