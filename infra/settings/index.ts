/** Settings: reads and checks Pulumi.<stack>.yaml. An invalid setting stops the program before it changes anything. */
import { log, runtime, secret, type Output } from '@pulumi/pulumi'
import type { Destination } from '../../schemas/destination.ts'
import { shipped, type Declarations } from './declarations.ts'
import { publicPart } from './destination.ts'
import { SettingsError } from './error.ts'
import { parseSettings } from './parse.ts'
import { stackProblems } from './problems.ts'
import { configuredRuns, type RunSettings } from './runs.ts'
import type { PlainSettings } from './schema.ts'
import { stackWarnings } from './warnings.ts'
import { configuredWebhooks, type ConfiguredWebhook } from '../resources/webhooks.ts'

/** One destination, and its secret settings by name. */
interface ConfiguredDestination {
  destination: Destination
  /** True to hold the events in the subscription instead of pushing them. */
  paused: boolean
  /** True to let the worker pool pull its events. */
  drained: boolean
  secrets: Readonly<Record<string, Output<string>>>
}

export interface Settings extends Omit<PlainSettings, 'destinations' | 'webhooks' | 'syncs' | 'actions'> {
  /** Id of the project. */
  project: string
  destinations: readonly ConfiguredDestination[]
  webhooks: readonly ConfiguredWebhook[]
  /** The configured syncs and actions. */
  runs: RunSettings
}

/** Reads the settings of the stack. Throws a SettingsError with a line for each problem of a setting, of a rule or link of a destination, or of
 * a declaration in the code. Prints each warning with `warn`; default: with Pulumi's log. */
export function readSettings(
  declared: Declarations = shipped,
  warn: (message: string) => void = (message) => void log.warn(message),
): Settings {
  const config = runtime.allConfig()
  const problems = stackProblems(config, declared)
  if (problems.length > 0) throw new SettingsError(problems)
  for (const line of stackWarnings(config, declared)) warn(line)
  const { destinations, webhooks, syncs, actions, ...plain } = parseSettings(config) as PlainSettings
  return {
    ...plain,
    project: config['gcp:project'] ?? '',
    destinations: configured(destinations, plain.drain.forward),
    webhooks: configuredWebhooks(webhooks),
    runs: configuredRuns({ syncs, actions }),
  }
}

/** Separates the secrets of the destinations from the rest, which the functions read from a plain environment variable. */
function configured(
  destinations: PlainSettings['destinations'],
  isDrained: boolean,
): ConfiguredDestination[] {
  return Object.entries(destinations).map(([id, setting]) => ({
    destination: publicPart(id, setting),
    paused: setting.paused ?? false,
    drained: setting.drain ?? isDrained,
    secrets: Object.fromEntries(
      Object.entries(setting.secrets ?? {}).map(([name, value]) => [name, secret(value)]),
    ),
  }))
}
