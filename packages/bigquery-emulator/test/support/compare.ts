/** Test support: compares a query's result with the expected one: names, types, modes and values. */

export interface Field {
  name: string
  type: string
  mode?: string
  fields?: Field[]
}

type Value = unknown
export interface Answer {
  schema: Field[]
  rows: Record<string, Value>[]
}

const restNames: Record<string, string> = {
  INT64: 'INTEGER',
  FLOAT64: 'FLOAT',
  BOOL: 'BOOLEAN',
  STRUCT: 'RECORD',
}

function typeOf({ type }: Field): string {
  return restNames[type.toUpperCase()] ?? type.toUpperCase()
}

function isRepeated({ mode }: Field): boolean {
  return mode === 'REPEATED'
}

/** Returns the first difference, or undefined. */
export function difference(expected: Answer, actual: Answer): string | undefined {
  const schema = schemaDifference(expected.schema, actual.schema, 'schema')
  if (schema !== undefined) return schema
  if (expected.rows.length !== actual.rows.length)
    return `${expected.rows.length} rows expected, ${actual.rows.length} came`
  for (const [i, row] of expected.rows.entries())
    for (const field of expected.schema) {
      const found = valueDifference(
        row[field.name],
        actual.rows[i]![field.name],
        field,
        `row ${i}.${field.name}`,
      )
      if (found !== undefined) return found
    }
  return undefined
}

function schemaDifference(expected: Field[], actual: Field[], path: string): string | undefined {
  const print = (fields: Field[]): string =>
    fields.map((f) => `${f.name} ${isRepeated(f) ? 'REPEATED ' : ''}${typeOf(f)}`).join(', ')
  if (print(expected) !== print(actual))
    return `${path}: expected (${print(expected)}), got (${print(actual)})`
  for (const [i, field] of expected.entries()) {
    const found = schemaDifference(field.fields ?? [], actual[i]!.fields ?? [], `${path}.${field.name}`)
    if (found !== undefined) return found
  }
  return undefined
}

function valueDifference(expected: Value, actual: Value, field: Field, path: string): string | undefined {
  if (isRepeated(field)) {
    const [left, right] = [(expected ?? []) as Value[], (actual ?? []) as Value[]]
    if (left.length !== right.length) return `${path}: ${left.length} elements expected, ${right.length} came`
    const element = { ...field, mode: 'NULLABLE' }
    return left.map((item, i) => valueDifference(item, right[i], element, `${path}[${i}]`)).find(Boolean)
  }
  const [left, right] = [expected ?? null, actual ?? null]
  const report = `${path}: expected ${JSON.stringify(left)}, got ${JSON.stringify(right)}`
  if (left === null || right === null) return left === right ? undefined : report
  if (typeOf(field) === 'RECORD') {
    const [a, b] = [left as Record<string, Value>, right as Record<string, Value>]
    return field
      .fields!.map((member) =>
        valueDifference(a[member.name], b[member.name], member, `${path}.${member.name}`),
      )
      .find(Boolean)
  }
  return normal(left, typeOf(field)) === normal(right, typeOf(field)) ? undefined : report
}

/** Normalizes a value: JSON members sorted, times without trailing zeros, floats with twelve digits. */
function normal(value: Value, type: string): string {
  const text = String(value)
  if (type === 'FLOAT')
    return Number(text.replace(/^(-?)inf$/i, '$1Infinity').replace(/^nan$/i, 'NaN')).toPrecision(12)
  if (type === 'NUMERIC') return text.includes('.') ? text.replace(/\.?0+$/, '') : text
  if (['TIMESTAMP', 'DATETIME', 'TIME'].includes(type))
    return text
      .replace('T', ' ')
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')
      .replace(/\+00$/, '')
  if (type === 'JSON' || (type === 'STRING' && /^[[{]/.test(text.trim()))) {
    try {
      return JSON.stringify(sorted(JSON.parse(text)))
    } catch {
      return text
    }
  }
  return text
}

function sorted(value: Value): Value {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  )
}
