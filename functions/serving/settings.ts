/** Serving: reads a function's environment once, as its module loads; a missing variable names itself. */
import { Value } from 'typebox/value'
import { Type, type Static, type TSchema } from 'typebox'
import { ConfiguredAction, ConfiguredSync } from '../../schemas/configured.ts'
import { withDerivedLinks } from '../../schemas/derived_types.ts'
import { Destination } from '../../schemas/destination.ts'
import { environments, type Environment, type FunctionName } from '../../schemas/environment.ts'

/** The variables of one function, checked against schemas/environment.ts. */
export function readEnvironment<Name extends FunctionName>(
  name: Name,
  env: NodeJS.ProcessEnv,
): Environment<Name> {
  const schema = environments[name]
  for (const [variable, about] of Object.entries(schema.properties)) {
    const { description = '' } = about as { description?: string }
    if (!Value.Check(about, env[variable])) {
      throw new Error(`The environment variable ${variable} is not set as it should be. ${description}`)
    }
  }
  return env as Environment<Name>
}

/** The destinations of this environment, each with the links of the syncs and actions. */
export function readDestinations(text: string): readonly Destination[] {
  return readList('DESTINATIONS', text, Destination, 'schemas/destination.ts').map(withDerivedLinks)
}

/** The syncs of this environment. */
export function readSyncs(text: string): readonly ConfiguredSync[] {
  return readList('SYNCS', text, ConfiguredSync, 'schemas/configured.ts')
}

/** The actions of this environment. */
export function readActions(text: string): readonly ConfiguredAction[] {
  return readList('ACTIONS', text, ConfiguredAction, 'schemas/configured.ts')
}

function readList<Schema extends TSchema>(
  variable: string,
  text: string,
  schema: Schema,
  where: string,
): readonly Static<Schema>[] {
  const list = Type.Array(schema)
  const value: unknown = JSON.parse(text)
  if (Value.Check(list, value)) return value
  const [fault] = Value.Errors(list, value)
  throw new Error(
    `${variable} is not as ${where} describes it: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`,
  )
}
