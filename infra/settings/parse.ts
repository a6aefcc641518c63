/** Settings: parses the configuration of a stack and fills in the defaults, without checking it. Pure. */
import type { TSchema } from 'typebox'
import { PlainSettings } from './schema.ts'

/** Prefix of the settings' keys, independent of the Pulumi project's name. */
export const namespace = 'sluice'

/** Keys of the configuration that contain secrets. */
export const secretKeys: readonly string[] = [
  `${namespace}:destinations`,
  `${namespace}:webhooks`,
  `${namespace}:sources`,
  `${namespace}:alertChannels`,
]

/** Configuration as Pulumi passes it to a program: `sluice:region` → text; lists, numbers and objects as JSON. */
export type StackConfig = Readonly<Record<string, string>>

/** Returns the settings by key, without their prefix. */
export function parseSettings(config: StackConfig): unknown {
  return withDefaults(PlainSettings, configured(config))
}

/** Returns the settings that the stack configures. All values but text are JSON. */
function configured(config: StackConfig): Record<string, unknown> {
  const properties: Readonly<Record<string, TSchema>> = PlainSettings.properties
  const settings: Record<string, unknown> = {}
  for (const [key, text] of Object.entries(config)) {
    if (!key.startsWith(`${namespace}:`)) continue
    const name = key.slice(namespace.length + 1)
    const schema = properties[name]
    settings[name] = schema && !('type' in schema && schema.type === 'string') ? parsed(text) : text
  }
  return settings
}

/** Parses JSON. Invalid JSON stays text, which the check then rejects. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Fills in the defaults, also in nested objects. An optional object that is absent stays absent. */
function withDefaults(schema: TSchema, value: unknown): unknown {
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
