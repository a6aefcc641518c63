/** IAM policies of tables and views: what they grant counts in addition to the access that the server was opened with.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tables/setIamPolicy */
import { createHash } from 'node:crypto'
import type { Access } from '../../../gcp-identity/src/access.ts'
import { compileGrants } from '../../../gcp-identity/src/policy.ts'
import type { TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'
import type { WarehouseCatalog } from '../warehouse/catalog.ts'
import type { TablePolicy } from '../warehouse/resource.ts'
import { tableNotFound } from '../warehouse/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { setPolicyShape } from './body_shape.ts'
import { jsonBody, type RestRequest, type RestResponse } from './request.ts'

interface GivenPolicy {
  version?: number
  etag?: string
  bindings?: readonly { role?: string; members?: readonly string[]; condition?: object }[]
  auditConfigs?: readonly object[]
}

/** The etag of a resource without a policy, as Google's. */
const emptyEtag = 'ACAB'

function shown(policy: TablePolicy | undefined): object & { etag: string } {
  if (!policy) return { etag: emptyEtag }
  const etag = createHash('sha256').update(JSON.stringify(policy)).digest().subarray(0, 8).toString('base64')
  return { ...policy, etag }
}

function decisionsOf(resource: string, { bindings }: TablePolicy): Access['allows'] {
  return compileGrants(
    bindings.flatMap(({ role, members }) => members.map((member) => ({ role, member, resource }))),
  )
}

/** Returns an access that also allows what the policies of the tables grant. */
export function withTablePolicies(access: Access, catalog: WarehouseCatalog): Access {
  const compiled = new WeakMap<TablePolicy, Access['allows']>()
  return {
    ...access,
    identify: (token) => access.identify(token),
    allows: (email, permission, resource) => {
      if (access.allows(email, permission, resource)) return true
      const [, project = '', dataset = '', table] =
        /^projects\/([^/]+)\/datasets\/([^/]+)\/tables\/([^/]+)$/.exec(resource) ?? []
      const policy =
        table === undefined ? undefined : catalog.tableResource({ project, dataset, table })?.policy
      if (!policy) return false
      const decide = compiled.get(policy) ?? decisionsOf(resource, policy)
      compiled.set(policy, decide)
      return decide(email, permission, resource)
    },
  }
}

/** Handles getIamPolicy and setIamPolicy of a table. */
export async function handleTablePolicy(
  warehouse: Warehouse,
  request: RestRequest,
  reference: TableReference,
  verb: string,
): Promise<RestResponse> {
  const { caller } = request
  caller.demandTable(`bigquery.tables.${verb}`, reference)
  const resource = warehouse.catalog.tableResource(reference)
  if (!resource) throw tableNotFound(reference)
  if (verb === 'getIamPolicy') return { json: shown(resource.policy) }
  const { policy: given = {}, updateMask } = jsonBody(request, setPolicyShape) as {
    policy?: GivenPolicy
    updateMask?: string
  }
  if (updateMask && !updateMask.split(',').includes('bindings')) return { json: shown(resource.policy) }
  return { json: shown(await setPolicy(warehouse, reference, given)) }
}

async function setPolicy(
  warehouse: Warehouse,
  reference: TableReference,
  given: GivenPolicy,
): Promise<TablePolicy | undefined> {
  const policy = policyOf(given, reference)
  await warehouse.change(async (change) => {
    const { policy: before, ...resource } = change.catalog.tableResource(reference)!
    if (given.etag && given.etag !== shown(before).etag)
      throw new ApiError(
        'conditionNotMet',
        'There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.',
      )
    await change.saveTable({ ...resource, ...(policy && { policy }) })
  })
  return policy
}

/** Returns the policy to store, or undefined for one without members. Throws for what cannot be enforced. */
function policyOf(given: GivenPolicy, { project, dataset, table }: TableReference): TablePolicy | undefined {
  const { version, bindings = [], auditConfigs = [] } = given
  const refuse = (what: string): never => {
    throw new ApiError('invalid', `${what} not supported by the local BigQuery`)
  }
  if (auditConfigs.length > 0) refuse('Audit configs are')
  const kept = bindings.flatMap(({ role = '', members = [], condition }) => {
    if (condition) refuse('IAM conditions are')
    return members.length > 0 ? [{ role, members }] : []
  })
  if (kept.length === 0) return undefined
  const policy = { version: version ?? 1, bindings: kept }
  try {
    decisionsOf(`projects/${project}/datasets/${dataset}/tables/${table}`, policy)
  } catch (error) {
    throw new ApiError('invalid', (error as Error).message)
  }
  return policy
}
