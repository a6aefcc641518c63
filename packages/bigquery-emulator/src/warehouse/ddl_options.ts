/** Warehouse: converts OPTIONS(…) of DDL to fields of the resource. */
import type { Expression } from '../googlesql/ast.ts'
import { errorAt, unsupportedAt, type Context } from '../googlesql/resolver/context.ts'
import type { OptionList } from '../googlesql/statement_ast.ts'
import type { DatasetFields, TableFields } from './resource.ts'

type Literal = string | number | boolean | null | [string, string][]

/** Returns an option's value, which must be a literal. */
function literalOf(node: Expression, context: Context): Literal {
  if (node.kind === 'null') return null
  if (node.kind === 'literal') {
    if (node.type === 'STRING') return node.text
    if (node.type === 'BOOL') return node.text === 'true'
    if (node.type === 'INT64' || node.type === 'FLOAT64') return Number(node.text)
  }
  if (node.kind === 'array') return node.items.map((item) => labelOf(item, context))
  throw unsupportedAt(context, 'An option that is no literal', node.at)
}

function labelOf(node: Expression, context: Context): [string, string] {
  const members = node.kind === 'struct' ? node.members.map(({ value }) => literalOf(value, context)) : []
  const [key, value] = members
  if (members.length !== 2 || typeof key !== 'string' || typeof value !== 'string')
    throw errorAt(context, 'Option labels expects ARRAY<STRUCT<STRING, STRING>>', node.at)
  return [key, value]
}

function labels(value: Literal, context: Context, at: number): Record<string, string> {
  if (value !== null && !Array.isArray(value))
    throw errorAt(context, 'Option labels expects ARRAY<STRUCT<STRING, STRING>>', at)
  return Object.fromEntries(value ?? [])
}

const dayMs = 86_400_000

/** Converts a table's options, except `partition_expiration_days`: the caller knows the partitioning. */
export function tableOptions(
  options: OptionList,
  context: Context,
): TableFields & { partitionExpirationMs?: string } {
  const fields: TableFields & { partitionExpirationMs?: string } = {}
  for (const [name, node] of Object.entries(options)) {
    const value = literalOf(node, context)
    if (name === 'description') fields.description = String(value ?? '')
    else if (name === 'friendly_name') fields.friendlyName = String(value ?? '')
    else if (name === 'labels') fields.labels = labels(value, context, node.at)
    else if (name === 'require_partition_filter') fields.requirePartitionFilter = value === true
    else if (name === 'expiration_timestamp')
      fields.expirationTime = typeof value === 'number' ? String(value) : undefined
    else if (name === 'partition_expiration_days')
      fields.partitionExpirationMs = String(Number(value) * dayMs)
    else throw unsupportedAt(context, `Option ${name}`, node.at)
  }
  return fields
}

function millis(days: Literal): string | undefined {
  return days === null ? undefined : String(Math.round(Number(days) * dayMs))
}

/** https://cloud.google.com/bigquery/docs/time-travel#configure_the_time_travel_window */
function timeTravel(hours: Literal, context: Context, at: number): string {
  if (typeof hours !== 'number' || hours < 48 || hours > 168 || hours % 24 !== 0)
    throw errorAt(context, 'Option max_time_travel_hours expects a multiple of 24 between 48 and 168', at)
  return String(hours)
}

export function datasetOptions(options: OptionList, context: Context): DatasetFields {
  const fields: DatasetFields = {}
  for (const [name, node] of Object.entries(options)) {
    const value = literalOf(node, context)
    if (name === 'description') fields.description = String(value ?? '')
    else if (name === 'friendly_name') fields.friendlyName = String(value ?? '')
    else if (name === 'labels') fields.labels = labels(value, context, node.at)
    else if (name === 'location') fields.location = String(value)
    else if (name === 'default_table_expiration_days') fields.defaultTableExpirationMs = millis(value)
    else if (name === 'default_partition_expiration_days') fields.defaultPartitionExpirationMs = millis(value)
    else if (name === 'max_time_travel_hours') fields.maxTimeTravelHours = timeTravel(value, context, node.at)
    else if (name === 'storage_billing_model') fields.storageBillingModel = String(value).toUpperCase()
    else throw unsupportedAt(context, `Option ${name}`, node.at)
  }
  return fields
}

/** Returns a column's description, the only supported option of columns. */
export function columnDescription(options: OptionList, context: Context): string | undefined {
  let description: string | undefined
  for (const [name, node] of Object.entries(options)) {
    if (name !== 'description') throw unsupportedAt(context, `Column option ${name}`, node.at)
    description = String(literalOf(node, context) ?? '')
  }
  return description
}
