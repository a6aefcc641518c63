/** Settings: the configuration of a stack as values, with the defaults filled in; whether they are right is checked elsewhere. Pure. */
import type { TSchema } from 'typebox'
import { PlainSettings } from './schema.ts'

/** Prefix of the settings' keys, whatever the Pulumi project is called. */
export const namespace = 'sluice'

/** Keys of the configuration that contain secrets. */
export const secretKeys: readonly string[] = [`${namespace}:destinations`, `${namespace}:webhooks`]

/** Configuration as Pulumi hands it to a program: `sluice:region` → text; lists, numbers and objects as JSON. */
export type StackConfig = Readonly<Record<string, string>>

/** The settings by key, without their prefix. */
export function parseSettings(config: StackConfig): unknown {
  return withDefaults(PlainSettings, given(config))
}

/** The keys that the stack sets. All but text is written as JSON. */
function given(config: StackConfig): Record<string, unknown> {
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

/** Text that is not JSON stays text, which the check then refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Fills in what is absent, down into objects with named members. What may be left out stays so. */
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
