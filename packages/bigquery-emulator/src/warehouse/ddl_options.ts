/** Warehouse: converts OPTIONS(…) of DDL to fields of the resource. */
import type { Expression } from '../googlesql/ast.ts'
import { unsupportedAt, type Context } from '../googlesql/resolver/context.ts'
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
  if (node.kind === 'array')
    return node.items.map((item) => {
      const members = item.kind === 'struct' ? item.members.map(({ value }) => literalOf(value, context)) : []
      return [String(members[0]), String(members[1])]
    })
  throw unsupportedAt(context, 'An option that is no literal', node.at)
}

function labels(value: Literal): Record<string, string> {
  return Object.fromEntries(Array.isArray(value) ? value : [])
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
    else if (name === 'labels') fields.labels = labels(value)
    else if (name === 'require_partition_filter') fields.requirePartitionFilter = value === true
    else if (name === 'expiration_timestamp')
      fields.expirationTime = typeof value === 'number' ? String(value) : undefined
    else if (name === 'partition_expiration_days')
      fields.partitionExpirationMs = String(Number(value) * dayMs)
    else throw unsupportedAt(context, `Option ${name}`, node.at)
  }
  return fields
}

export function datasetOptions(options: OptionList, context: Context): DatasetFields {
  const fields: DatasetFields = {}
  for (const [name, node] of Object.entries(options)) {
    const value = literalOf(node, context)
    if (name === 'description') fields.description = String(value ?? '')
    else if (name === 'friendly_name') fields.friendlyName = String(value ?? '')
    else if (name === 'labels') fields.labels = labels(value)
    else if (name === 'location') fields.location = String(value)
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
