/** Access: makes the grants on one table or dataset one after another. Each is a read and a write of the whole policy, and BigQuery refuses
 * a write that another one came before: `There were concurrent policy changes`. The provider serializes the grants of one update and tries
 * again after 409 and 412, but BigQuery has answered 500 as well: https://github.com/dbt-labs/dbt-adapters/issues/574 */
import type { CustomResourceOptions, Resource } from '@pulumi/pulumi'

/** The options of a grant; what it is made after is decided here. */
export type GrantOptions = Omit<CustomResourceOptions, 'dependsOn'>

/** Table or dataset → the grant on it that was declared last. */
const latest = new WeakMap<Resource, Resource>()

/** Declares a grant on a table or dataset, to be made after those on it that were declared before. */
export function inTurn<Grant extends Resource>(
  resource: Resource,
  options: GrantOptions | undefined,
  declare: (options: CustomResourceOptions) => Grant,
): Grant {
  const before = latest.get(resource)
  const grant = declare({ ...options, ...(before && { dependsOn: [before] }) })
  latest.set(resource, grant)
  return grant
}
