/** Bench: builds the environment of a deployed function. Its type is the schema that the Pulumi program also uses, so a missing variable does
 * not compile. */
import type { Environment, FunctionName } from '../schemas/environment.ts'
import type { Google } from './google.ts'

/** Variables that are the same for every measured function. */
type Shared = 'GOOGLE_CLOUD_PROJECT' | 'DATASET'

/** `own` are the variables besides project and dataset. */
export function environmentOf<Name extends FunctionName>(
  _name: Name,
  { env }: Google,
  own: Omit<Environment<Name>, Shared>,
): Readonly<Record<string, string>> {
  return { ...env, ...own }
}
