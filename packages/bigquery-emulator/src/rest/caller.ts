/** Caller: identifies the caller of a request and checks its permissions as BigQuery does.
 * https://cloud.google.com/bigquery/docs/access-control */
import type { Access } from '../../../gcp-identity/src/access.ts'
import type { Catalog, Rights, TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'

/** The field of a job that identifies its owner. */
interface OwnedJob {
  user: string
}

export interface Caller extends Rights {
  email: string
  demandProject(permission: string, project: string): void
  /** Throws unless the caller created the job or has the permission on the project. For a job that doesn't exist, the permission is
   * required. https://cloud.google.com/bigquery/docs/managing-jobs#view_job_details */
  demandJob(permission: string, project: string, id: string, job: OwnedJob | undefined): void
}

/** The caller of a request without an Authorization header: as in other emulators, everything is allowed. */
const anyone: Caller = {
  email: 'local@localhost',
  demandProject: () => undefined,
  demandDataset: () => undefined,
  demandTable: () => undefined,
  demandQuery: () => undefined,
  demandJob: () => undefined,
}

/** Returns the caller of an Authorization header. Throws 401 for an unknown token. */
export function identifyCaller(
  authorization: string | undefined,
  access: Access,
  catalog: Pick<Catalog, 'hasDataset' | 'table'>,
): Caller {
  if (authorization === undefined) return anyone
  const token = /^Bearer (.+)$/i.exec(authorization)?.[1]
  const identity = token === undefined ? undefined : access.identify(token)
  if (!identity)
    throw new ApiError(
      'authError',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    )
  const { email } = identity
  return { email, ...rightsOf(email, access, catalog) }
}

/** Checks the policy of a resource. If it doesn't exist, checks its parent's policy, so that only permitted callers learn that it is
 * missing (https://google.aip.dev/211). Messages: https://cloud.google.com/bigquery/docs/error-messages */
function rightsOf(
  email: string,
  access: Access,
  catalog: Pick<Catalog, 'hasDataset' | 'table'>,
): Omit<Caller, 'email'> {
  const datasetPolicy = ({ project, dataset }: Omit<TableReference, 'table'>): string =>
    catalog.hasDataset(project, dataset) ? `projects/${project}/datasets/${dataset}` : `projects/${project}`
  const tablePolicy = (reference: TableReference): string =>
    catalog.table(reference)
      ? `${datasetPolicy(reference)}/tables/${reference.table}`
      : datasetPolicy(reference)
  const demand = (permission: string, policy: string, refusal: string): void => {
    if (!access.allows(email, permission, policy))
      throw new ApiError('accessDenied', `Access Denied: ${refusal}`)
  }
  return {
    demandProject: (permission, project) =>
      demand(
        permission,
        `projects/${project}`,
        `Project ${project}: User does not have ${permission} permission in project ${project}.`,
      ),
    demandDataset: (permission, key) =>
      demand(permission, datasetPolicy(key), denied('Dataset', `${key.project}:${key.dataset}`, permission)),
    demandTable: (permission, reference) =>
      demand(permission, tablePolicy(reference), denied('Table', nameOf(reference), permission)),
    demandQuery: (reference) => {
      const name = nameOf(reference)
      demand(
        'bigquery.tables.getData',
        tablePolicy(reference),
        `Table ${name}: User does not have permission to query table ${name}, or perhaps it does not exist.`,
      )
    },
    demandJob: (permission, project, id, job) => {
      if (job?.user !== email)
        demand(permission, `projects/${project}`, denied('Job', `${project}:${id}`, permission))
    },
  }
}

function nameOf({ project, dataset, table }: TableReference): string {
  return `${project}:${dataset}.${table}`
}

function denied(kind: 'Dataset' | 'Table' | 'Job', name: string, permission: string): string {
  return `${kind} ${name}: Permission ${permission} denied on ${kind.toLowerCase()} ${name} (or it may not exist).`
}
