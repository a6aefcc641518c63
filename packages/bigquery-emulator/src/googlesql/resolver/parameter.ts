/** GoogleSQL resolver: converts query parameters of the REST API to typed SQL literals. https://cloud.google.com/bigquery/docs/reference/rest/v2/QueryParameter */
import { blob, duckType, nullOf, pack, text } from '../duckdb_sql.ts'
import { SqlError } from '../error.ts'
import {
  arrayOf,
  fieldName,
  rangeElement,
  rangeOf,
  scalarNamed,
  structOf,
  type RangeKind,
  type Type,
} from '../types.ts'
import { rangeBetween, unbounded } from '../range_text.ts'
import { scalarText } from './literal.ts'
import { typed, type Typed } from './typed.ts'

export interface ParameterType {
  type?: string
  arrayType?: ParameterType
  rangeElementType?: ParameterType
  structTypes?: { name?: string; type: ParameterType }[]
}

export interface ParameterValue {
  /** A string in the API's schema. Some clients send numbers and booleans unquoted. */
  value?: string | number | boolean | null
  arrayValues?: ParameterValue[] | null
  structValues?: Record<string, ParameterValue> | null
  /** A bound that is absent or null is open. */
  rangeValue?: { start?: ParameterValue | null; end?: ParameterValue | null } | null
}

export interface QueryParameter {
  name?: string
  parameterType?: ParameterType
  parameterValue?: ParameterValue
}

/** Converts a parameter to a value of its declared type. */
export function bindParameter(parameter: QueryParameter): Typed {
  const type = parameterType(parameter.parameterType ?? { type: 'STRING' })
  return { ...typed(valueSql(parameter.parameterValue, type), type), isParameter: true }
}

/** Returns the declared type of a parameter. */
export function parameterType(declared: ParameterType): Type {
  const name = (declared.type ?? '').toUpperCase()
  if (name === 'ARRAY') return arrayOf(parameterType(declared.arrayType ?? {}))
  if (name === 'STRUCT' || name === 'RECORD')
    return structOf(
      (declared.structTypes ?? []).map((field) => ({ name: field.name, type: parameterType(field.type) })),
    )
  const scalar = name === 'RANGE' ? rangeOf(declared.rangeElementType?.type) : scalarNamed(name)
  if (!scalar) throw new SqlError(`Invalid query parameter type: ${declared.type ?? ''}`)
  return scalar
}

function valueSql(value: ParameterValue | undefined, type: Type): string {
  if (type.kind === 'ARRAY') {
    const items = (value?.arrayValues ?? []).map((item) => valueSql(item, type.element))
    return `CAST([${items.join(', ')}] AS ${duckType(type)})`
  }
  if (type.kind === 'STRUCT') {
    const members = type.fields.map((field, i) =>
      valueSql(value?.structValues?.[fieldName(field, i)], field.type),
    )
    return pack(type.fields.map(fieldName), members)
  }
  if (rangeElement(type) !== undefined && value?.rangeValue) return rangeSql(value.rangeValue, type)
  const raw = value?.value
  if (raw === undefined || raw === null || type.kind === 'NULL') return nullOf(type)
  const given = String(raw)
  const invalid = (): SqlError =>
    new SqlError(`Invalid value for type ${type.kind} in query parameter: '${given}'`)
  switch (type.kind) {
    case 'STRING':
      return text(given)
    case 'BOOL':
      if (!/^(?:true|false|1|0)$/i.test(given)) throw invalid()
      return /^(?:true|1)$/i.test(given) ? 'TRUE' : 'FALSE'
    case 'BYTES':
      return blob(Buffer.from(given, 'base64').toString('hex'))
    case 'INT64':
      if (!/^[+-]?\d+$/.test(given)) throw invalid()
      return `CAST('${given}' AS BIGINT)`
    case 'FLOAT64':
      if (
        given.trim() === '' ||
        (Number.isNaN(Number(given)) && !/^(?:nan|[+-]?inf(?:inity)?)$/i.test(given))
      )
        throw invalid()
      return `CAST(${text(given)} AS DOUBLE)`
    default: {
      const literal = scalarText(type.kind, given)
      if (!literal) throw invalid()
      return literal.sql
    }
  }
}

function rangeSql({ start, end }: NonNullable<ParameterValue['rangeValue']>, { kind }: Type): string {
  const [from, until] = [start, end].map((bound) => String(bound?.value ?? unbounded))
  const range = rangeBetween(kind as RangeKind, from!, until!)
  if (range === undefined)
    throw new SqlError(`Invalid value for type ${kind} in query parameter: '[${from}, ${until})'`)
  return text(range)
}
