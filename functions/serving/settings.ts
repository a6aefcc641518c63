/** Serving: reads and checks a function's environment variables once, when its module loads. */
import { Value } from 'typebox/value'
import { Type, type Static, type TSchema } from 'typebox'
import { ConfiguredAction, ConfiguredAutomation, ConfiguredSync } from '../../schemas/configured.ts'
import { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import { withDerivedLinks } from '../../schemas/derived_types.ts'
import { DerivedFields } from '../../schemas/derived_fields.ts'
import { Destination } from '../../schemas/destination.ts'
import { Ordering } from '../../schemas/ordering.ts'
import { EventSources } from '../../schemas/source.ts'
import { environments, type Environment, type FunctionName } from '../../schemas/environment.ts'

/** Returns the variables of one function. Throws if one does not match schemas/environment.ts. */
export function readEnvironment<Name extends FunctionName>(
  name: Name,
  env: NodeJS.ProcessEnv,
): Environment<Name> {
  const { properties, required }: { properties: object; required: readonly string[] } = environments[name]
  for (const [variable, about] of Object.entries<TSchema>({ ...properties })) {
    const { description = '' } = about as { description?: string }
    if (env[variable] === undefined && !required.includes(variable)) continue
    if (!Value.Check(about, env[variable])) {
      throw new Error(`Environment variable ${variable} is missing or invalid. ${description}`)
    }
  }
  return env as Environment<Name>
}

/** Returns the destinations of this environment, each with the links of the syncs and actions. */
export function readDestinations(text: string): readonly Destination[] {
  return readList('DESTINATIONS', text, Destination, 'schemas/destination.ts').map(withDerivedLinks)
}

/** Returns the consent that counts where an event states none, by region. */
export function readConsentDefaults(text: string): ConsentDefaults {
  return readValue('CONSENT_DEFAULTS', text, ConsentDefaults, 'schemas/consent_defaults.ts')
}

/** Returns the groups of context fields that are derived. */
export function readDerivedFields(text: string): DerivedFields {
  return readValue('DERIVED_FIELDS', text, DerivedFields, 'schemas/derived_fields.ts')
}

/** Returns the sources of this environment by name. */
export function readSources(text = '{}'): EventSources {
  return readValue('SOURCES', text, EventSources, 'schemas/source.ts')
}

/** Returns the syncs of this environment. */
export function readSyncs(text: string): readonly ConfiguredSync[] {
  return readList('SYNCS', text, ConfiguredSync, 'schemas/configured.ts')
}

/** Returns the actions of this environment. */
export function readActions(text: string): readonly ConfiguredAction[] {
  return readList('ACTIONS', text, ConfiguredAction, 'schemas/configured.ts')
}

/** Returns the syncs and actions of this environment with their schedules. */
export function readAutomations(text: string): readonly ConfiguredAutomation[] {
  return readList('AUTOMATIONS', text, ConfiguredAutomation, 'schemas/configured.ts')
}

/** Returns the ordering of this environment; undefined for none. */
export function readOrdering(text: string): Ordering | undefined {
  return text === '' ? undefined : Value.Parse(Ordering, JSON.parse(text))
}

function readList<Schema extends TSchema>(
  variable: string,
  text: string,
  schema: Schema,
  schemaFile: string,
): readonly Static<Schema>[] {
  return readValue(variable, text, Type.Array(schema), schemaFile)
}

function readValue<Schema extends TSchema>(
  variable: string,
  text: string,
  schema: Schema,
  schemaFile: string,
): Static<Schema> {
  const value: unknown = JSON.parse(text)
  if (Value.Check(schema, value)) return value
  const [problem] = Value.Errors(schema, value)
  throw new Error(
    `Invalid ${variable}: ${problem?.instancePath ?? ''} ${problem?.message ?? ''} (schema: ${schemaFile}).`,
  )
}
