/** Target layer: finds the target that a destination is an instance of. */
import { Value } from 'typebox/value'
import { secretVariable, type Destination } from '../../schemas/destination.ts'
import * as targets from './index.ts'
import { secretSettings, type Target } from './target.ts'

/** The target of this name. Throws, naming those there are. */
export function targetOf(name: string): Target {
  const target = (targets as Readonly<Record<string, Target>>)[name]
  if (!target) throw new Error(`There is no target "${name}". There are: ${Object.keys(targets).join(', ')}.`)
  return target
}

/** A destination's settings with its secrets, checked against its target. Throws, naming the setting but never its value. */
export function settingsOf(
  { id, target: name, settings }: Destination,
  env: NodeJS.ProcessEnv,
): Record<string, unknown> {
  const target = targetOf(name)
  const secrets = secretSettings(target).map(
    (setting) => [setting, env[secretVariable(id, setting)]] as const,
  )
  const whole = { ...settings, ...Object.fromEntries(secrets.filter(([, value]) => value !== undefined)) }
  if (Value.Check(target.settings, whole)) return whole
  const faults = Value.Errors(target.settings, whole).map(
    ({ instancePath, message }) => `${instancePath || 'settings'} ${message}`,
  )
  throw new Error(`Destination "${id}" is not configured as target "${name}" needs it: ${faults.join('; ')}`)
}
