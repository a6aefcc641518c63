/** Who asks, and what they may do: IAM as BigQuery asks it. https://cloud.google.com/bigquery/docs/access-control */
import type { Access } from '../../../gcp-identity/src/access.ts'
import type { Catalog, Rights, TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'

/** What of a job tells whose it is. */
interface OwnedJob {
  user: string
}

export interface Caller extends Rights {
  email: string
  demandProject(permission: string, project: string): void
  /** A job belongs to whoever made it; every other caller, and every caller of a job that does not exist, needs the permission on the
   * project. https://cloud.google.com/bigquery/docs/managing-jobs#view_job_details */
  demandJob(permission: string, project: string, id: string, job: OwnedJob | undefined): void
}

/** Without an Authorization header the emulator convention holds: everything is allowed. */
const anyone: Caller = {
  email: 'local@localhost',
  demandProject: () => undefined,
  demandDataset: () => undefined,
  demandTable: () => undefined,
  demandQuery: () => undefined,
  demandJob: () => undefined,
}

/** The caller behind an Authorization header; throws 401 for a token nobody issued. */
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

/** Asks the policy of a resource; of one that does not exist, that of what would hold it: only a caller with the right there learns that
 * it is missing. https://google.aip.dev/211 The texts are those of https://cloud.google.com/bigquery/docs/error-messages */
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
