/** Router: maps paths to operations. https://cloud.google.com/bigquery/docs/reference/rest */
import { ApiError } from '../warehouse/api_error.ts'
import { refuseDecorator } from '../warehouse/decorator.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import type { CloudStorage } from './cloud_storage.ts'
import { handleDataset, insertDataset, listDatasets } from './datasets.ts'
import { discovery } from './discovery.ts'
import { Faults } from './faults.ts'
import { Jobs } from './job.ts'
import { handleTablePolicy } from './iam.ts'
import { handleJob, insertJob, listJobs } from './jobs.ts'
import { getQueryResults, query } from './queries.ts'
import type { RestResponse, RestRequest } from './request.ts'
import { handleRowAccessPolicies } from './row_access_policies.ts'
import { handleModels } from './models.ts'
import { isResultTable, readResultTable } from './result_tables.ts'
import { handleRoutine, insertRoutine, listRoutines } from './routines.ts'
import { insertRows, listRows } from './rows.ts'
import { handleTable, insertTable, listTables } from './tables.ts'
import { Uploads } from './uploads.ts'

function notFound({ method, path }: RestRequest): ApiError {
  return new ApiError('notFound', `Not found: ${method} /${path.join('/')}`)
}

function unsupported(verb: string): ApiError {
  return new ApiError('invalid', `${verb} is not supported by the local BigQuery`)
}

export class Router {
  readonly #warehouse: Warehouse
  readonly #project: string
  readonly #storage: CloudStorage | undefined
  readonly #jobs = new Jobs()
  readonly #faults: Faults
  readonly #uploads: Uploads

  constructor(warehouse: Warehouse, project: string, storage: CloudStorage | undefined) {
    this.#storage = storage
    this.#warehouse = warehouse
    this.#project = project
    this.#faults = new Faults(warehouse)
    this.#uploads = new Uploads(warehouse, this.#jobs)
  }

  /** Lets no script keep the server from closing. */
  close(): void {
    this.#jobs.endSoon()
  }

  async handle(request: RestRequest): Promise<RestResponse> {
    const { path, method } = request
    const [first, project, collection, ...rest] = path
    if (first === 'faults') return this.#faults.handle(request)
    if (first === '$discovery' || first === 'discovery') return { json: discovery(request.origin) }
    if (first === 'upload' || first === 'resumable') {
      await this.#faults.strike('load')
      return this.#uploads.handle(request)
    }
    if (first !== 'projects') throw notFound(request)
    if (project === undefined) return { json: projectList(this.#project) }
    switch (collection) {
      case 'datasets':
        return this.#datasets(request, project, rest)
      case 'jobs': {
        const [id, action] = rest
        if (id !== undefined) return handleJob(this.#jobs, request, project, id, action)
        if (method === 'GET') return listJobs(this.#jobs, request, project)
        await this.#faults.strike('query')
        return insertJob(this.#warehouse, this.#jobs, request, project, this.#storage)
      }
      case 'queries':
        if (rest[0] !== undefined) return getQueryResults(this.#jobs, request, project, rest[0])
        await this.#faults.strike('query')
        return query(this.#warehouse, this.#jobs, request, project)
      case 'serviceAccount':
        return {
          json: { kind: 'bigquery#getServiceAccountResponse', email: `bigquery@${project}.localhost` },
        }
      default:
        throw notFound(request)
    }
  }

  async #datasets(
    request: RestRequest,
    project: string,
    [dataset, kind, name, action]: string[],
  ): Promise<RestResponse> {
    const isRead = request.method === 'GET'
    await this.#faults.strike(
      kind === undefined ? 'datasets' : action === 'insertAll' ? 'insertAll' : 'tables',
    )
    if (dataset === undefined)
      return isRead
        ? listDatasets(this.#warehouse, request, project)
        : insertDataset(this.#warehouse, request, project)
    const [, verb] = /:(undelete|getIamPolicy|setIamPolicy|testIamPermissions)$/.exec(dataset) ?? []
    if (verb !== undefined && kind === undefined) throw unsupported(verb)
    const key = { project, dataset }
    if (kind === undefined) return handleDataset(this.#warehouse, request, key)
    if (kind === 'routines')
      return name === undefined && isRead
        ? listRoutines(this.#warehouse, request, key)
        : name === undefined
          ? insertRoutine(this.#warehouse, request, key)
          : handleRoutine(this.#warehouse, request, { ...key, routine: name })
    if (kind === 'models') return handleModels(this.#warehouse, request, { ...key, model: name })
    if (kind !== 'tables') throw notFound(request)
    if (name === undefined)
      return isRead ? listTables(this.#warehouse, request, key) : insertTable(this.#warehouse, request, key)
    const [, iamVerb] = /:(getIamPolicy|setIamPolicy|testIamPermissions)$/.exec(name) ?? []
    if (iamVerb === 'testIamPermissions') throw unsupported(iamVerb)
    if (iamVerb !== undefined) {
      const table = name.slice(0, -iamVerb.length - 1)
      return handleTablePolicy(this.#warehouse, request, { project, dataset, table }, iamVerb)
    }
    refuseDecorator(name)
    const reference = { project, dataset, table: name }
    if (isResultTable(reference)) return readResultTable(this.#jobs, request, reference, action)
    switch (action) {
      case undefined:
        return handleTable(this.#warehouse, request, reference)
      case 'insertAll':
        return insertRows(this.#warehouse, request, reference)
      case 'data':
        return listRows(this.#warehouse, request, reference)
      case 'rowAccessPolicies':
        return handleRowAccessPolicies(this.#warehouse, request, reference)
      default:
        throw notFound(request)
    }
  }
}

function projectList(project: string): unknown {
  const described = {
    kind: 'bigquery#project',
    id: project,
    numericId: '1',
    projectReference: { projectId: project },
    friendlyName: project,
  }
  return { kind: 'bigquery#projectList', projects: [described], totalItems: 1 }
}
