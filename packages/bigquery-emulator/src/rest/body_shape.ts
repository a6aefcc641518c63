/** Shapes of request bodies: refuses a member of the wrong JSON type before a handler reads it, as Google's front end does.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tables, /datasets, /jobs */
import { ApiError } from '../warehouse/api_error.ts'

/** A text; any scalar, because clients send integers as texts and as numbers; an array of one shape; an object with these members, of which
 * null means absent; or a shape that contains itself. Members that are not named are not checked. */
type Plain = 'text' | 'scalar' | readonly [Shape] | { readonly [member: string]: Shape }
type Shape = Plain | (() => Plain)

const tableReference: Shape = { projectId: 'text', datasetId: 'text', tableId: 'text' }

function field(): Plain {
  return {
    name: 'text',
    type: 'text',
    mode: 'text',
    description: 'text',
    defaultValueExpression: 'text',
    precision: 'scalar',
    scale: 'scalar',
    maxLength: 'scalar',
    rangeElementType: { type: 'text' },
    fields: [field],
  }
}

function standardType(): Plain {
  return {
    typeKind: 'text',
    arrayElementType: standardType,
    structType: { fields: [{ name: 'text', type: standardType }] },
  }
}

export const routineShape: Shape = {
  routineReference: { projectId: 'text', datasetId: 'text', routineId: 'text' },
  routineType: 'text',
  language: 'text',
  arguments: [{ name: 'text', argumentKind: 'text', mode: 'text', dataType: standardType }],
  returnType: standardType,
  definitionBody: 'text',
  description: 'text',
}

const schema: Shape = { fields: [field] }
const timePartitioning: Shape = { type: 'text', field: 'text', expirationMs: 'scalar' }
const rangePartitioning: Shape = {
  field: 'text',
  range: { start: 'scalar', end: 'scalar', interval: 'scalar' },
}
const clustering: Shape = { fields: ['text'] }

export const tableShape: Shape = {
  tableReference,
  friendlyName: 'text',
  description: 'text',
  labels: {},
  schema,
  view: { query: 'text', useLegacySql: 'scalar' },
  timePartitioning,
  rangePartitioning,
  clustering,
  requirePartitionFilter: 'scalar',
  expirationTime: 'scalar',
}

export const datasetShape: Shape = {
  datasetReference: { projectId: 'text', datasetId: 'text' },
  friendlyName: 'text',
  description: 'text',
  labels: {},
  location: 'text',
  access: [{}],
  defaultTableExpirationMs: 'scalar',
  defaultPartitionExpirationMs: 'scalar',
  maxTimeTravelHours: 'scalar',
  storageBillingModel: 'text',
}

function parameterType(): Plain {
  return {
    type: 'text',
    arrayType: parameterType,
    rangeElementType: parameterType,
    structTypes: [{ name: 'text', type: parameterType }],
  }
}
function parameterValue(): Plain {
  return {
    value: 'scalar',
    arrayValues: [parameterValue],
    structValues: {},
    rangeValue: { start: parameterValue, end: parameterValue },
  }
}
const jobReference: Shape = { projectId: 'text', jobId: 'text', location: 'text' }

const queryConfiguration = {
  query: 'text',
  useLegacySql: 'scalar',
  defaultDataset: { projectId: 'text', datasetId: 'text' },
  queryParameters: [{ name: 'text', parameterType, parameterValue }],
  destinationTable: tableReference,
  maximumBytesBilled: 'scalar',
  writeDisposition: 'text',
  createDisposition: 'text',
  timePartitioning,
  rangePartitioning,
  clustering,
} as const satisfies Shape

export const queryShape: Shape = {
  ...queryConfiguration,
  dryRun: 'scalar',
  maxResults: 'scalar',
  timeoutMs: 'scalar',
  jobTimeoutMs: 'scalar',
  formatOptions: {},
  jobReference,
  location: 'text',
  requestId: 'text',
  labels: {},
}

export const jobShape: Shape = {
  jobReference,
  configuration: {
    dryRun: 'scalar',
    jobTimeoutMs: 'scalar',
    labels: {},
    query: queryConfiguration,
    copy: {
      sourceTable: tableReference,
      sourceTables: [tableReference],
      destinationTable: tableReference,
      operationType: 'text',
      destinationExpirationTime: 'text',
      createDisposition: 'text',
      writeDisposition: 'text',
    },
    load: {
      destinationTable: tableReference,
      schema,
      sourceFormat: 'text',
      skipLeadingRows: 'scalar',
      fieldDelimiter: 'text',
      nullMarker: 'text',
      writeDisposition: 'text',
      createDisposition: 'text',
      timePartitioning,
      clustering,
    },
  },
}

/** The body of setIamPolicy. */
export const setPolicyShape: Shape = {
  policy: {
    version: 'scalar',
    etag: 'text',
    bindings: [{ role: 'text', members: ['text'], condition: {} }],
    auditConfigs: [{}],
  },
  updateMask: 'text',
}

/** The body of `POST /faults`: one object per fault. */
export const faultsShape: Shape = {}

/** Throws 400 for the first value that has another JSON type than the shape. */
export function checkShape(value: unknown, shape: Shape, path = ''): void {
  const wanted: Plain = typeof shape === 'function' ? shape() : shape
  if (typeof wanted === 'string') {
    const isScalar = ['string', 'number', 'boolean'].includes(typeof value)
    if (wanted === 'text' ? typeof value !== 'string' : !isScalar) throw wrong(path, value)
  } else if (isArrayShape(wanted)) {
    if (!Array.isArray(value)) throw wrong(path, value)
    for (const [index, item] of value.entries()) checkShape(item, wanted[0], `${path}[${index}]`)
  } else {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, value)
    const members = value as Readonly<Record<string, unknown>>
    for (const [name, member] of Object.entries(wanted))
      if (Object.hasOwn(members, name) && members[name] !== null)
        checkShape(members[name], member, path === '' ? name : `${path}.${name}`)
  }
}

function isArrayShape(shape: Exclude<Plain, string>): shape is readonly [Shape] {
  return Array.isArray(shape)
}

function wrong(path: string, value: unknown): ApiError {
  const shown = JSON.stringify(value) ?? 'undefined'
  return new ApiError(
    'invalid',
    `Invalid value${path === '' ? '' : ` at '${path}'`}: ${shown.length > 100 ? `${shown.slice(0, 100)}…` : shown}`,
  )
}
