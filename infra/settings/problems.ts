/** Settings: finds all problems of a stack's settings: their form, conflicts between them, and the rules, links and declarations that they use.
 * The functions compile the same rules and links at startup. Pure. */
import { alertChannelProblems } from './alert_channels.ts'
import { declarationProblems, shipped, type Declarations } from './declarations.ts'
import { destinationProblems } from './destination_problems.ts'
import { conflicts } from './check.ts'
import { formProblems } from './form.ts'
import { listProblems } from './lists.ts'
import { namespace, parseSettings, type StackConfig } from './parse.ts'
import { replacedEventProblems } from './replaced_events.ts'
import { runsProblems } from './runs.ts'
import { PlainSettings } from './schema.ts'
import { sourceProblems } from './sources.ts'
import { webProblems } from './web_source.ts'
import { webhookProblems } from './webhooks.ts'

/** Returns true if no value at this path, such as `sluice:delivery`, below it or above it has the wrong form. */
type IsSound = (path: string) => boolean

/** Returns a line for each problem, in the order of the settings; empty if the stack can be deployed. */
export function stackProblems(config: StackConfig, declared: Declarations = shipped): readonly string[] {
  // The type is safe: values of the wrong form are reported and not used further.
  const settings = parseSettings(config) as PlainSettings
  const form = formProblems(PlainSettings, settings, `${namespace}:`)
  const faulty = form.flatMap(({ paths }) => paths)
  const isSound: IsSound = (path) => !faulty.some((each) => isWithin(each, path) || isWithin(path, each))
  const entries = <Entry>(all: Readonly<Record<string, Entry>>): [string, Entry][] =>
    isRecord(all) ? Object.entries(all) : []
  const sound = <Entry>(key: string, all: Readonly<Record<string, Entry>>): Record<string, Entry> =>
    Object.fromEntries(entries(all).filter(([name]) => isSound(`${namespace}:${key}.${name}`)))

  const destinations = entries(settings.destinations)
  const ids = destinations.map(([id]) => id)
  const inUse = new Set(destinations.map(([, setting]) => (isRecord(setting) ? setting.target : '')))
  const declarations = declarationProblems(declared, inUse)
  const runs = { syncs: sound('syncs', settings.syncs), actions: sound('actions', settings.actions) }
  return [
    ...projectProblems(config['gcp:project']),
    ...form.map(({ line }) => line),
    ...conflicts(namespace, settings, isSound),
    ...webhookProblems(namespace, sound('webhooks', settings.webhooks)),
    ...sourceProblems(namespace, sound('sources', settings.sources)),
    ...webProblems(namespace, sound('sources', settings.sources), settings.edge),
    ...alertChannelProblems(namespace, settings.alertChannels, isSound),
    ...runsProblems(namespace, runs, ids),
    ...replacedEventProblems(namespace, {
      syncs: runs.syncs,
      destinations: sound('destinations', settings.destinations),
    }),
    ...listProblems(namespace, { ...runs, destinations: sound('destinations', settings.destinations) }),
    ...destinations
      .filter(([, setting]) => isRecord(setting))
      .flatMap(([id, setting]) => {
        const path = `${namespace}:destinations.${id}`
        return destinationProblems({
          path,
          setting,
          isSound,
          targets: declared.targets,
          reported: declarations.events,
        })
      }),
    ...declarations.lines,
  ]
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function projectProblems(project: string | undefined): readonly string[] {
  if (project && /^[a-z][-a-z0-9]{4,28}[a-z0-9]$/.test(project)) return []
  const expected = 'must be the id of a Google Cloud project, for example "acme-events-prod"'
  return [`gcp:project ${expected}, got ${JSON.stringify(project)}`]
}
