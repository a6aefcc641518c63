/** Who asks, and what they may do: IAM as BigQuery asks it. https://cloud.google.com/bigquery/docs/access-control */
import type { Access } from '../../identity/access.ts'
import type { TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'
import type { Rights } from '../warehouse/run_script.ts'

export interface Caller extends Rights {
  email: string
  demandProject(permission: string, project: string): void
}

/** Without an Authorization header the emulator convention holds: everything is allowed. */
const anyone: Caller = {
  email: 'local@localhost',
  demandProject: () => undefined,
  demandDataset: () => undefined,
  demandTable: () => undefined,
}

/** The caller behind an Authorization header; throws 401 for a token nobody issued. */
export function identifyCaller(authorization: string | undefined, access: Access): Caller {
  if (authorization === undefined) return anyone
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1]
  const identity = token === undefined ? undefined : access.identify(token)
  if (!identity)
    throw new ApiError(
      'authError',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    )
  const { email } = identity
  const demand = (permission: string, resource: string, what: string): void => {
    if (access.allows(email, permission, resource)) return
    throw new ApiError(
      'accessDenied',
      `Access Denied: ${what}: Permission ${permission} denied on ${resource} (or it may not exist).`,
    )
  }
  return {
    email,
    demandProject: (permission, project) => demand(permission, `projects/${project}`, `Project ${project}`),
    demandDataset: (permission, { project, dataset }) =>
      demand(permission, `projects/${project}/datasets/${dataset}`, `Dataset ${project}:${dataset}`),
    demandTable: (permission, { project, dataset, table }: TableReference) =>
      demand(
        permission,
        `projects/${project}/datasets/${dataset}/tables/${table}`,
        `Table ${project}:${dataset}.${table}`,
      ),
  }
}
