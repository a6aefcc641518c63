/** Settings: all that is wrong with the settings of a stack, one line each: their form, what they say together, and whether the rules,
 * links and declarations that they put in force can work. The functions compile the same rules and links as they start. Pure. */
import { declarationProblems, shipped, type Declarations } from './declarations.ts'
import { destinationProblems } from './destination_problems.ts'
import { conflicts } from './check.ts'
import { formProblems } from './form.ts'
import { namespace, parseSettings, type StackConfig } from './parse.ts'
import { runsProblems } from './runs.ts'
import { PlainSettings } from './schema.ts'
import { webhookProblems } from './webhooks.ts'

/** True if nothing at this path, such as `sluice:delivery`, below it or above it is of the wrong form. */
export type IsSound = (path: string) => boolean

/** The lines, in the order of the settings; none if the stack can be deployed. `declared` is what the code declares. */
export function stackProblems(config: StackConfig, declared: Declarations = shipped): readonly string[] {
  // A value of the wrong form is reported and then left out, so it does not matter that it is not of this type.
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
    ...runsProblems(namespace, runs, ids),
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
