/** Settings: checks what the code declares: event types, syncs, actions and the links of targets. Pure. */
import { actionProblems } from '../../functions/act/check.ts'
import { checkLink } from '../../functions/linkage/check.ts'
import { checkTarget, formatProblem } from '../../functions/linkage/require_links.ts'
import { sourcesOf } from '../../functions/linkage/sources.ts'
import * as targets from '../../functions/targets/index.ts'
import type { Target } from '../../functions/targets/target.ts'
import type { Action } from '../../schemas/action.ts'
import { eventTypeProblems } from '../../schemas/check_events.ts'
import { actions, syncs } from '../../schemas/derived_types.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import * as events from '../../schemas/events/index.ts'
import { nearest } from '../../schemas/nearest.ts'
import type { Sync } from '../../schemas/sync.ts'
import { scheduleProblem } from './runs.ts'

/** The declarations of the code. */
export interface Declarations {
  /** By the name of its file. */
  events: Readonly<Record<string, EventType>>
  syncs: readonly Sync[]
  actions: readonly Action[]
  /** By name. */
  targets: Readonly<Record<string, Target>>
}

export const shipped: Declarations = {
  events,
  syncs: [...syncs.values()],
  actions: [...actions.values()],
  targets,
}

interface DeclarationProblems {
  /** One line for each problem, with its file. */
  lines: readonly string[]
  /** Event types of the syncs and actions that have invalid links. */
  events: ReadonlySet<string>
}

/** Checks all declarations; of the targets only those `inUse`, because the others receive no events. */
export function declarationProblems(declared: Declarations, inUse: ReadonlySet<string>): DeclarationProblems {
  const runs = [
    ...declared.syncs.map((sync) => ({
      file: `schemas/syncs/${sync.name}.ts`,
      run: sync,
      own: syncProblems(sync),
    })),
    ...declared.actions.map((action) => ({
      file: `schemas/actions/${action.name}.ts`,
      run: action,
      own: [...actionProblems(action), ...triggerProblems(action)],
    })),
  ].map((each) => ({ ...each, links: derivedLinkProblems(each.run, declared.targets) }))
  return {
    lines: [
      ...eventTypeProblems(declared.events),
      ...runs.flatMap(({ file, own, links }) => [...own, ...links].map((line) => `${file}: ${line}`)),
      ...repeatedEvents(runs),
      ...Object.values(declared.targets)
        .filter(({ name }) => inUse.has(name))
        .flatMap((target) =>
          checkTarget(target).map(
            (problem) => `functions/targets/${target.name}.ts: ${formatProblem(problem)}`,
          ),
        ),
    ],
    events: new Set(runs.filter(({ links }) => links.length > 0).map(({ run }) => run.event.name)),
  }
}

function syncProblems({ schedule }: Sync): readonly string[] {
  return lineOf(scheduleProblem('schedule', true, schedule))
}

function triggerProblems({ trigger }: Action): readonly string[] {
  return 'schedule' in trigger ? lineOf(scheduleProblem('trigger.schedule', true, trigger.schedule)) : []
}

function lineOf(line: string | undefined): readonly string[] {
  return line === undefined ? [] : [line]
}

/** Checks the links of a sync or an action against their targets. */
function derivedLinkProblems(
  { event, links }: Pick<Sync, 'event' | 'links'>,
  known: Declarations['targets'],
): readonly string[] {
  return Object.entries(links).flatMap(([name, link]) => {
    const target = Object.hasOwn(known, name) ? known[name] : undefined
    if (!target) {
      const meant = nearest(name, Object.keys(known))
      return [
        `links.${name}: there is no target "${name}"${meant === undefined ? '.' : `; did you mean "${meant}"?`}`,
      ]
    }
    const sides = { sources: sourcesOf(event.name), target: target.fields }
    return checkLink(link, sides).map(({ field, message }) => `links.${name}.${field}: ${message}`)
  })
}

/** Finds runs that declare the same event type. */
function repeatedEvents(runs: readonly { file: string; run: Pick<Sync, 'event'> }[]): readonly string[] {
  const files = new Map<string, string>()
  return runs.flatMap(({ file, run: { event } }) => {
    if (eventTypes.has(event.name)) return []
    const other = files.get(event.name)
    files.set(event.name, file)
    return other === undefined ? [] : [`${file}: the event type "${event.name}" is also declared by ${other}`]
  })
}
