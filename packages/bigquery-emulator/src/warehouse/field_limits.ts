/** Warehouse: converts between the parameters of a type and the members of a field of a REST schema that hold them.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TableFieldSchema */
import { limitsOf } from '../googlesql/limits.ts'
import type { Limits, Scalar } from '../googlesql/types.ts'
import { ApiError } from './api_error.ts'
import type { FieldSchema } from './resource.ts'

const members = ['precision', 'scale', 'maxLength'] as const

type LimitMembers = Pick<FieldSchema, (typeof members)[number]>

function isGiven(value: string | number | null | undefined): value is string | number {
  return value !== undefined && value !== null && value !== ''
}

/** Returns the members of a field that hold the limits of its type, as texts. */
export function limitMembers({ kind, limits }: Scalar): LimitMembers {
  if (!limits) return {}
  const [first, scale] = limits
  if (kind !== 'NUMERIC') return { maxLength: String(first) }
  return { precision: String(first), ...(scale === undefined ? {} : { scale: String(scale) }) }
}

/** Returns the limits of a field of that type. Throws for those that BigQuery does not accept. */
export function limitsOfField(field: FieldSchema, type: { kind: string }): Limits | undefined {
  const { name, precision, scale, maxLength } = field
  for (const member of members) {
    const isFor = member === 'maxLength' ? ['STRING', 'BYTES'] : ['NUMERIC']
    const value = field[member]
    if (!isGiven(value)) continue
    if (!isFor.includes(type.kind))
      throw new ApiError('invalid', `Field ${name} has ${member} but is of type ${field.type}`)
    if (!/^\d+$/.test(String(value)))
      throw new ApiError('invalid', `Invalid value for ${member} of field ${name}: ${value}`)
  }
  if (isGiven(scale) && !isGiven(precision))
    throw new ApiError('invalid', `Field ${name} has scale but no precision`)
  const given = [isGiven(maxLength) ? maxLength : precision, scale].filter(isGiven).map(Number)
  if (given.length === 0) return undefined
  const limits = limitsOf(type as Scalar, given)
  if (typeof limits !== 'string') return limits
  throw new ApiError(
    'invalid',
    isGiven(precision)
      ? `Field ${name} has precision ${precision} and scale ${scale ?? 0} but precision and scale for NUMERIC must be: 0 <= precision - scale <= 29 and 0 <= scale <= 9`
      : `Field ${name}: ${limits}`,
  )
}

/** Returns fields whose limits are texts, as the API answers them. */
export function withLimitTexts(fields: readonly FieldSchema[]): FieldSchema[] {
  return fields.map((field) => {
    const normal = { ...field }
    for (const member of members) {
      const value = field[member]
      if (isGiven(value)) normal[member] = String(value)
      else delete normal[member]
    }
    return field.fields ? { ...normal, fields: withLimitTexts(field.fields) } : normal
  })
}
