/** Serving: reads a function's environment once, as its module loads; a missing variable names itself. */
import { Value } from 'typebox/value'
import { Type } from 'typebox'
import { Destination } from '../../schemas/destination.ts'
import { environments, type Environment, type FunctionName } from '../../schemas/environment.ts'

/** The variables of one function, checked against schemas/environment.ts. */
export const readEnvironment = <Name extends FunctionName>(
  name: Name,
  env: NodeJS.ProcessEnv,
): Environment<Name> => {
  const schema = environments[name]
  for (const [variable, about] of Object.entries(schema.properties)) {
    const { description = '' } = about as { description?: string }
    if (!Value.Check(about, env[variable])) {
      throw new Error(`The environment variable ${variable} is not set as it should be. ${description}`)
    }
  }
  return env as Environment<Name>
}

/** The destinations of this environment. */
export const readDestinations = (text: string): readonly Destination[] => {
  const destinations: unknown = JSON.parse(text)
  if (Value.Check(Type.Array(Destination), destinations)) return destinations
  const [fault] = Value.Errors(Type.Array(Destination), destinations)
  throw new Error(
    `DESTINATIONS is not as schemas/destination.ts describes it: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`,
  )
}
