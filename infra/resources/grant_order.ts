/** Access: makes the grants on one table or dataset one after another. Each reads and writes the whole policy, and BigQuery rejects a
 * concurrent write: `There were concurrent policy changes`. The provider serializes the grants of one update and retries after 409 and 412,
 * but BigQuery has also returned 500: https://github.com/dbt-labs/dbt-adapters/issues/574 */
import type { CustomResourceOptions, Resource } from '@pulumi/pulumi'

/** The options of a grant, without `dependsOn`, which this file sets. */
export type GrantOptions = Omit<CustomResourceOptions, 'dependsOn'>

/** Table or dataset → the latest grant declared on it. */
const latest = new WeakMap<Resource, Resource>()

/** Declares a grant that is made after all grants declared earlier on the same table or dataset. */
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
