/** Settings: what Pulumi.<stack>.yaml says, checked and typed. A wrong one stops the program before anything is changed. */
import { Config, runtime, secret, type Output } from '@pulumi/pulumi'
import type { TSchema } from 'typebox'
import { secretVariable, type Destination } from '../schemas/destination.ts'
import { impossibility } from './settings_check.ts'
import { SettingsError, settingProblem } from './settings_error.ts'
import { PlainSettings } from './settings_schema.ts'
import { destinationProblem, type DeclaredTargets } from './targets.ts'
import { configuredRuns, runsProblem, type Runs } from './settings_runs.ts'
import { configuredWebhooks, webhookProblem, type ConfiguredWebhook } from './webhooks.ts'

/** Prefix of the settings' keys, whatever the Pulumi project is called. */
const namespace = 'sluice'

/** Keys of the configuration that contain secrets. */
export const secretKeys: readonly string[] = [`${namespace}:destinations`, `${namespace}:webhooks`]

/** One destination, and its secret settings by name. */
export interface ConfiguredDestination {
  destination: Destination
  /** Nothing is pushed: the events wait in the subscription. */
  paused: boolean
  secrets: Readonly<Record<string, Output<string>>>
}

export interface Settings extends Omit<PlainSettings, 'destinations' | 'webhooks' | 'syncs' | 'actions'> {
  /** The project everything lies in. */
  project: string
  destinations: readonly ConfiguredDestination[]
  webhooks: readonly ConfiguredWebhook[]
  /** The syncs and actions in force. */
  runs: Runs
}

/** Reads the settings of the stack and checks its destinations against the targets. Throws a SettingsError that names the first wrong
 * one, its form and an example. */
export const readSettings = (targets: DeclaredTargets): Settings => {
  const project = new Config('gcp').get('project')
  if (!project || !/^[a-z][-a-z0-9]{4,28}[a-z0-9]$/.test(project)) {
    throw new SettingsError(
      `gcp:project must be the id of a Google Cloud project, for example "acme-events-prod", got ${JSON.stringify(project)}`,
    )
  }
  const { destinations, webhooks, syncs, actions, ...plain } = checked(withDefaults(PlainSettings, given()))
  const settings = {
    ...plain,
    project,
    destinations: configured(destinations),
    webhooks: configuredWebhooks(webhooks),
    runs: configuredRuns({ syncs, actions }),
  }
  const problem =
    impossibility(namespace, settings) ??
    webhookProblem(namespace, webhooks) ??
    runsProblem(namespace, { syncs, actions }, Object.keys(destinations)) ??
    problemOfTargets(targets, destinations)
  if (problem !== undefined) throw new SettingsError(problem)
  return settings
}

const problemOfTargets = (
  targets: DeclaredTargets,
  destinations: PlainSettings['destinations'],
): string | undefined => {
  for (const [id, { target, settings = {}, secrets = {} }] of Object.entries(destinations)) {
    const problem = destinationProblem(targets, namespace, id, { target, settings, secrets })
    if (problem !== undefined) return problem
  }
  return undefined
}

/** The keys that the stack sets. All but text is written as JSON. */
const given = (): Record<string, unknown> => {
  const properties: Readonly<Record<string, TSchema>> = PlainSettings.properties
  const settings: Record<string, unknown> = {}
  for (const [key, text] of Object.entries(runtime.allConfig())) {
    if (!key.startsWith(`${namespace}:`)) continue
    const name = key.slice(namespace.length + 1)
    const schema = properties[name]
    settings[name] = schema && !('type' in schema && schema.type === 'string') ? parsed(text) : text
  }
  return settings
}

/** Text that is no JSON stays text, which the check then finds fault with. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Fills in what is absent, down into objects with named members. What may be left out stays so. */
const withDefaults = (schema: TSchema, value: unknown): unknown => {
  const {
    default: fallback,
    properties,
    required = [],
  } = schema as {
    default?: unknown
    properties?: Record<string, TSchema>
    required?: readonly string[]
  }
  if (!properties) return value ?? fallback
  if (value !== undefined && !isRecord(value)) return value
  const filled = Object.entries(properties)
    .filter(([name]) => value?.[name] !== undefined || required.includes(name))
    .map(([name, member]) => [name, withDefaults(member, value?.[name])])
  return { ...value, ...Object.fromEntries(filled) }
}

const checked = (settings: unknown): PlainSettings => {
  const problem = settingProblem(PlainSettings, settings, namespace)
  if (problem !== undefined) throw new SettingsError(problem)
  return settings as PlainSettings
}

/** Takes the secrets out of the destinations: the rest is no secret, and functions are told it in the open. */
const configured = (destinations: PlainSettings['destinations']): ConfiguredDestination[] => {
  const owners = new Map<string, string>()
  return Object.entries(destinations).map(
    ([id, { secrets = {}, settings = {}, paused = false, ...rest }]) => {
      for (const name of Object.keys(secrets)) {
        const variable = secretVariable(id, name)
        const owner = owners.get(variable)
        const path = `${namespace}:destinations.${id}.secrets.${name}`
        if (name in settings)
          throw new SettingsError(`${path} is among the settings of ${id} too; set it once`)
        if (owner)
          throw new SettingsError(
            `${path} and ${owner} would share the variable ${variable}; rename one destination`,
          )
        owners.set(variable, path)
      }
      return {
        destination: { id, settings, ...rest },
        paused,
        secrets: Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, secret(value)])),
      }
    },
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
