/** Standard SQL data types, as routines write types. https://cloud.google.com/bigquery/docs/reference/rest/v2/StandardSqlDataType */
import { rangeElement, rangeOf, scalarNamed, type Type } from '../googlesql/types.ts'
import { ApiError } from '../warehouse/api_error.ts'

export interface StandardType {
  typeKind?: string
  arrayElementType?: StandardType
  rangeElementType?: StandardType
  structType?: { fields?: { name?: string; type?: StandardType }[] }
}

export function standardType(type: Type): StandardType {
  if (type.kind === 'ARRAY') return { typeKind: 'ARRAY', arrayElementType: standardType(type.element) }
  const element = rangeElement(type)
  if (element !== undefined) return { typeKind: 'RANGE', rangeElementType: { typeKind: element } }
  if (type.kind !== 'STRUCT') return { typeKind: type.kind }
  const fields = type.fields.map(({ name, type: member }) => ({
    ...(name === undefined ? {} : { name }),
    type: standardType(member),
  }))
  return { typeKind: 'STRUCT', structType: { fields } }
}

/** Returns the type in SQL. Throws for a type that does not exist or is not supported. */
export function sqlOfType({
  typeKind = '',
  arrayElementType,
  rangeElementType,
  structType,
}: StandardType): string {
  if (typeKind === 'ARRAY' && arrayElementType) return `ARRAY<${sqlOfType(arrayElementType)}>`
  if (typeKind === 'STRUCT') {
    const fields = (structType?.fields ?? []).map(({ name, type = {} }) => {
      if (name !== undefined && !/^[A-Za-z_]\w*$/.test(name))
        throw new ApiError('invalid', `Invalid field name "${name}".`)
      return name === undefined ? sqlOfType(type) : `\`${name}\` ${sqlOfType(type)}`
    })
    return `STRUCT<${fields.join(', ')}>`
  }
  const range = typeKind === 'RANGE' ? rangeOf(rangeElementType?.typeKind) : undefined
  if (range) return range.kind
  if (!scalarNamed(typeKind)) throw new ApiError('invalid', `Invalid value for typeKind: ${typeKind}`)
  return typeKind
}
