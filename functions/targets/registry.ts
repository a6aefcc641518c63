/** Target layer: finds the target of a destination, and checks the destination's settings. */
import { Value } from 'typebox/value'
import { secretVariable, type Destination } from '../../schemas/destination.ts'
import * as targets from './index.ts'
import { secretSettings, type Target } from './target.ts'

/** Returns the target of this name.
 * @throws Error that lists the targets if the name is unknown. */
export function targetOf(name: string): Target {
  const target = (targets as Readonly<Record<string, Target>>)[name]
  if (!target)
    throw new Error(`Unknown target "${name}". Expected one of: ${Object.keys(targets).join(', ')}.`)
  return target
}

/** Returns the destination with what the decision layer asks of its target. */
export function withTarget(destination: Destination) {
  const { purpose, honours, audience } = targetOf(destination.target)
  return { ...destination, purpose, listConsent: audience?.consent, honoursOptOut: honours !== null }
}

/** Returns a destination's settings with its secrets, checked against its target.
 * @throws Error that names invalid settings, but never their values. */
export function settingsOf(
  { id, target: name, settings }: Destination,
  env: NodeJS.ProcessEnv,
): Record<string, unknown> {
  const target = targetOf(name)
  const secrets = secretSettings(target).map(
    (setting) => [setting, env[secretVariable(id, setting)]] as const,
  )
  const allSettings = {
    ...settings,
    ...Object.fromEntries(secrets.filter(([, value]) => value !== undefined)),
  }
  if (Value.Check(target.settings, allSettings)) return allSettings
  const messages = Value.Errors(target.settings, allSettings).map(
    ({ instancePath, message }) => `${instancePath || 'settings'} ${message}`,
  )
  throw new Error(`Destination "${id}": invalid settings for target "${name}": ${messages.join('; ')}`)
}
