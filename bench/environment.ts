/** Bench: the environment of a deployed function, complete by the schema that the Pulumi program fulfils: a variable that is missing here
 * does not compile. */
import type { Environment, FunctionName } from '../schemas/environment.ts'
import type { Google } from './google.ts'

/** Variables that are the same for every function under measurement. */
type Shared = 'GOOGLE_CLOUD_PROJECT' | 'DATASET'

/** `own` are the variables of the function besides its project and dataset. */
export function environmentOf<Name extends FunctionName>(
  _name: Name,
  { env }: Google,
  own: Omit<Environment<Name>, Shared>,
): Readonly<Record<string, string>> {
  return { ...env, ...own }
}
