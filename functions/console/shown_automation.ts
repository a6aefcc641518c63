/** Console: describes syncs and actions for the page: what the program defines, and what the settings of this environment make of it. */
import { Cron } from 'croner'
import type { Action, Requirement } from '../../schemas/action.ts'
import type { ConfiguredAutomation } from '../../schemas/configured.ts'
import { actions, syncs } from '../../schemas/derived_types.ts'
import type { Schedule } from '../../schemas/schedule.ts'
import type {
  ShownAction,
  ShownAutomation,
  ShownSchedule,
  ShownSync,
} from '../../schemas/shown_automation.ts'
import type { Sync } from '../../schemas/sync.ts'
import type { Locate } from '../../schemas/views/view.ts'

interface Place {
  locate: Locate
  /** Time from which the next run is calculated. */
  now: Date
}

/** Returns the syncs, then the actions, the configured ones first. */
export function describeAutomations(
  configured: readonly ConfiguredAutomation[],
  place: Place,
): readonly ShownAutomation[] {
  const settingsOf = (kind: ConfiguredAutomation['kind'], name: string) =>
    configured.find((each) => each.kind === kind && each.name === name)
  const shown = [
    ...[...syncs.values()].map((sync) => describeSync(sync, settingsOf('sync', sync.name), place)),
    ...[...actions.values()].map((action) =>
      describeAction(action, settingsOf('action', action.name), place),
    ),
    ...configured
      .filter(({ kind, name }) => !(kind === 'sync' ? syncs : actions).has(name))
      .map(describeUndefined),
  ]
  return shown.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ kind, configured }: ShownAutomation): number {
  return (kind === 'sync' ? 0 : 2) + (configured ? 0 : 1)
}

function describeSync(sync: Sync, settings: ConfiguredAutomation | undefined, place: Place): ShownSync {
  const { name, description, event, model, mode, key, guards, rowsPerSecond, replacesStored } = sync
  return {
    kind: 'sync',
    name,
    description,
    eventName: event.name,
    ...(replacesStored && { replacesStored }),
    isDefined: true,
    sql: model(place.locate),
    rows: { mode, key, guards, rowsPerSecond },
    ...ofSettings(settings, sync.schedule, place),
  }
}

function describeAction(
  action: Action,
  settings: ConfiguredAutomation | undefined,
  place: Place,
): ShownAction {
  const { name, description, event, trigger, subject, once, requires } = action
  const isScheduled = 'schedule' in trigger
  return {
    kind: 'action',
    name,
    description,
    eventName: event.name,
    isDefined: true,
    ...(isScheduled && { sql: trigger.model(place.locate) }),
    rule: {
      ...(!isScheduled && { on: trigger.on, ...(trigger.when !== undefined && { when: trigger.when }) }),
      subject,
      once,
      requires: requires.map((requirement) => requirementText(requirement, subject)),
    },
    ...ofSettings(settings, isScheduled ? trigger.schedule : undefined, place),
  }
}

function describeUndefined({ kind, name, destinations, state }: ConfiguredAutomation): ShownAutomation {
  return {
    kind,
    name,
    description: '',
    eventName: name,
    isDefined: false,
    configured: { destinations, state },
  }
}

/** `own` is the schedule of the definition, which the settings can replace. */
function ofSettings(
  settings: ConfiguredAutomation | undefined,
  own: Schedule | undefined,
  { now }: Place,
): Pick<ShownAutomation, 'configured' | 'schedule'> {
  const schedule = settings?.schedule ?? own
  const isActive = settings?.state === 'live' || settings?.state === 'shadow'
  return {
    ...(settings && { configured: { destinations: settings.destinations, state: settings.state } }),
    ...(schedule && { schedule: { ...schedule, ...(isActive && nextRun(schedule, now)) } }),
  }
}

function nextRun({ cron, timeZone }: Schedule, now: Date): Pick<ShownSchedule, 'next'> {
  const next = new Cron(cron, { paused: true, timezone: timeZone }).nextRun(now)
  return next ? { next: next.toISOString() } : {}
}

/** `at least 3 purchase of the same user_id within 30d`. */
function requirementText(requirement: Requirement, subject: string): string {
  const where = `of the same ${subject} within ${requirement.within}`
  if ('sequence' in requirement) {
    const { events, without = [] } = requirement.sequence
    const none = without.length === 0 ? '' : `, and no ${without.join(' or ')} after the first`
    return `${events.join(', then ')} ${where}${none}`
  }
  const { event, atLeast, atMost } = 'count' in requirement ? requirement.count : requirement.sum
  const what = 'count' in requirement ? `number of ${event}` : `sum of ${requirement.sum.field} of ${event}`
  const limits = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ]
  return `${what} ${where}: ${limits.join(', ') || 'any, it is only sent along'}`
}
