/** routines.*: SQL functions. https://cloud.google.com/bigquery/docs/reference/rest/v2/routines */
import { createHash } from 'node:crypto'
import type { StoredRoutine } from '../googlesql/catalog.ts'
import { parseScript } from '../googlesql/parser/statement.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { routineNotFound } from '../warehouse/ddl.ts'
import { toApiError } from '../warehouse/failure.ts'
import { runScript } from '../warehouse/run_script.ts'
import { datasetNotFound } from '../warehouse/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { routineShape } from './body_shape.ts'
import { page } from './paging.ts'
import { jsonBody, type RestResponse, type RestRequest } from './request.ts'
import { sqlOfType, standardType, type StandardType } from './standard_type.ts'

interface RoutineKey {
  project: string
  dataset: string
  routine: string
}

interface RoutineBody {
  routineReference?: { routineId?: string }
  routineType?: string
  language?: string
  arguments?: { name?: string; argumentKind?: string; mode?: string; dataType?: StandardType }[]
  returnType?: StandardType
  definitionBody?: string
  description?: string
}

/** Members of a routine that would change what it does, and that a SQL function of the local BigQuery cannot have. */
export const refusedRoutineMembers: readonly string[] = [
  'importedLibraries',
  'returnTableType',
  'determinismLevel',
  'securityMode',
  'strictMode',
  'remoteFunctionOptions',
  'sparkOptions',
  'pythonOptions',
  'dataGovernanceType',
]

function etagOf({ modifiedMs = 0, source }: StoredRoutine): string {
  return createHash('sha256').update(`${modifiedMs} ${source}`).digest('base64url')
}

/** Throws if the caller's etag (`If-Match`) is that of an older version of the function. */
function demandMatch(warehouse: Warehouse, { headers }: RestRequest, key: RoutineKey): void {
  const wanted = headers['if-match']
  const found = warehouse.catalog.routine(key.project, key.dataset, key.routine)
  if (found && wanted !== undefined && wanted !== '*' && wanted !== etagOf(found))
    throw new ApiError('conditionNotMet', 'Precondition Failed')
}

function summary(routine: StoredRoutine, { project, dataset }: Omit<RoutineKey, 'routine'>) {
  const { id, createdMs, modifiedMs } = routine
  return {
    etag: etagOf(routine),
    routineReference: { projectId: project, datasetId: dataset, routineId: id },
    routineType: 'SCALAR_FUNCTION',
    language: 'SQL',
    ...(createdMs === undefined ? {} : { creationTime: String(createdMs) }),
    ...(modifiedMs === undefined ? {} : { lastModifiedTime: String(modifiedMs) }),
  }
}

function describe(warehouse: Warehouse, key: RoutineKey): Record<string, unknown> {
  const { project, dataset, routine } = key
  const found = warehouse.catalog.routine(project, dataset, routine)
  if (!found && !warehouse.catalog.hasDataset(project, dataset)) throw datasetNotFound(project, dataset)
  if (!found) throw toApiError(routineNotFound(key))
  const { parameters, returns, bodyText, description } = found
  const list = parameters.map(({ name, type }) =>
    type === 'ANY' ? { name, argumentKind: 'ANY_TYPE' } : { name, dataType: standardType(type) },
  )
  return {
    ...summary(found, key),
    ...(list.length === 0 ? {} : { arguments: list }),
    ...(returns ? { returnType: standardType(returns) } : {}),
    definitionBody: bodyText,
    ...(description === undefined ? {} : { description }),
  }
}

export function listRoutines(
  warehouse: Warehouse,
  { caller, query }: RestRequest,
  key: { project: string; dataset: string },
): RestResponse {
  const { project, dataset } = key
  caller.demandDataset('bigquery.routines.list', key)
  if (!warehouse.catalog.hasDataset(project, dataset)) throw datasetNotFound(project, dataset)
  const filter = query.get('filter')
  if (filter !== null && filter !== '' && !/^routineType\s*[:=]\s*SCALAR_FUNCTION$/.test(filter))
    throw new ApiError(
      'invalid',
      `The filter of routines.list is not supported by the local BigQuery: ${filter}`,
    )
  const { items, nextPageToken } = page(warehouse.catalog.routines(project, dataset), query)
  return { json: { routines: items.map((routine) => summary(routine, key)), nextPageToken } }
}

export async function insertRoutine(
  warehouse: Warehouse,
  request: RestRequest,
  key: { project: string; dataset: string },
): Promise<RestResponse> {
  const body = jsonBody(request, routineShape) as RoutineBody
  const routine = body.routineReference?.routineId
  if (!routine) throw new ApiError('required', 'Required parameter is missing: routineReference.routineId')
  return save(warehouse, request, { ...key, routine }, body, 'CREATE FUNCTION')
}

/** Handles GET, PUT and DELETE of one function. */
export async function handleRoutine(
  warehouse: Warehouse,
  request: RestRequest,
  key: RoutineKey,
): Promise<RestResponse> {
  const { caller, method } = request
  if (method === 'GET') {
    caller.demandDataset('bigquery.routines.get', key)
    return { json: describe(warehouse, key) }
  }
  if (method === 'PUT') {
    caller.demandDataset('bigquery.routines.update', key)
    describe(warehouse, key)
    demandMatch(warehouse, request, key)
    const body = jsonBody(request, routineShape) as RoutineBody
    return save(warehouse, request, key, body, 'CREATE OR REPLACE FUNCTION')
  }
  if (method !== 'DELETE')
    throw new ApiError('invalid', `${method} of a routine is not supported by the local BigQuery`)
  caller.demandDataset('bigquery.routines.delete', key)
  describe(warehouse, key)
  demandMatch(warehouse, request, key)
  await warehouse.change((change) => change.dropRoutine(key))
  return { status: 204 }
}

/** Creates or replaces the function by the statement that the body describes. */
async function save(
  warehouse: Warehouse,
  { caller }: RestRequest,
  key: RoutineKey,
  body: RoutineBody,
  verb: string,
): Promise<RestResponse> {
  const { project, dataset, routine } = key
  const { routineType = 'SCALAR_FUNCTION', language = 'SQL', returnType, definitionBody } = body
  if (routineType !== 'SCALAR_FUNCTION')
    throw new ApiError('invalid', `Routine type ${routineType} is not supported by the local BigQuery`)
  if (language !== 'SQL')
    throw new ApiError('invalid', `Routine language ${language} is not supported by the local BigQuery`)
  const refused = refusedRoutineMembers.find((name) => isSet((body as Record<string, unknown>)[name]))
  if (refused !== undefined)
    throw new ApiError('invalid', `Routine member ${refused} is not supported by the local BigQuery`)
  if (!definitionBody) throw new ApiError('required', 'Required parameter is missing: definitionBody')
  if (!/^\w{1,256}$/.test(routine)) throw new ApiError('invalid', `Invalid routine ID "${routine}".`)
  const parameters = (body.arguments ?? []).map(({ name, argumentKind, mode, dataType }) => {
    if (!name || !/^[A-Za-z_]\w*$/.test(name))
      throw new ApiError('invalid', `Invalid argument name "${name ?? ''}".`)
    if (mode !== undefined && mode !== 'IN' && mode !== 'MODE_UNSPECIFIED')
      throw new ApiError('invalid', `Argument mode ${mode} is only allowed for procedures`)
    if (argumentKind === 'ANY_TYPE') return `\`${name}\` ANY TYPE`
    if (!dataType) throw new ApiError('required', 'Required parameter is missing: arguments.dataType')
    return `\`${name}\` ${sqlOfType(dataType)}`
  })
  const returns = returnType ? ` RETURNS ${sqlOfType(returnType)}` : ''
  const options = isSet(body.description)
    ? ` OPTIONS (description = ${JSON.stringify(body.description)})`
    : ''
  const path = `\`${project}\`.\`${dataset}\`.\`${routine}\``
  const statement = `${verb} ${path}(${parameters.join(', ')})${returns} AS (\n${definitionBody}\n)${options}`
  try {
    if (parseScript(statement).length !== 1)
      throw new ApiError('invalid', 'The definitionBody must be one expression')
    await runScript(warehouse, statement, {
      project,
      user: caller.email,
      rights: caller,
      dryRun: false,
      parameters: undefined,
      defaultDataset: undefined,
    })
  } catch (error) {
    throw toApiError(error)
  }
  return { json: describe(warehouse, key) }
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== ''
}
