/** SQL lint: converts data types between this repository's compiler and the analyzer's TypeProto. */
import {
  rangeElement,
  rangeOf,
  type ScalarKind,
  type Type,
} from '../../packages/bigquery-emulator/src/googlesql/types.ts'

/** The used part of `zetasql.TypeProto`. */
export interface TypeProto {
  typeKind: string
  arrayType?: { elementType: TypeProto } | null
  rangeType?: { elementType: TypeProto } | null
  structType?: { field?: { fieldName?: string; fieldType: TypeProto }[] } | null
}

/** Types with a different name in the analyzer; the others are `TYPE_` and BigQuery's name. */
const otherNames: readonly (readonly [string, string])[] = [['FLOAT64', 'DOUBLE']]
const toProto = new Map(otherNames)
const fromProto = new Map(otherNames.map(([name, proto]) => [proto, name]))

/** An untyped NULL is INT64, as in BigQuery's results. */
export function protoOf(type: Type): TypeProto {
  switch (type.kind) {
    case 'ARRAY':
      return { typeKind: 'TYPE_ARRAY', arrayType: { elementType: protoOf(type.element) } }
    case 'STRUCT': {
      const field = type.fields.map(({ name = '', type }) => ({ fieldName: name, fieldType: protoOf(type) }))
      return { typeKind: 'TYPE_STRUCT', structType: { field } }
    }
    case 'NULL':
      return { typeKind: 'TYPE_INT64' }
    case 'RANGE<DATE>':
    case 'RANGE<DATETIME>':
    case 'RANGE<TIMESTAMP>':
      return {
        typeKind: 'TYPE_RANGE',
        rangeType: { elementType: { typeKind: `TYPE_${rangeElement(type)}` } },
      }
    default:
      return { typeKind: `TYPE_${toProto.get(type.kind) ?? type.kind}` }
  }
}

/** A type that this repository's compiler does not have (BIGNUMERIC…) keeps the analyzer's name as its kind. */
export function typeOfProto({ typeKind, arrayType, rangeType, structType }: TypeProto): Type {
  if (arrayType) return { kind: 'ARRAY', element: typeOfProto(arrayType.elementType) }
  if (rangeType) {
    const range = rangeOf(rangeType.elementType.typeKind.slice('TYPE_'.length))
    if (range) return range
  }
  if (structType) {
    const fields = (structType.field ?? []).map(({ fieldName, fieldType }) => ({
      name: fieldName === '' ? undefined : fieldName,
      type: typeOfProto(fieldType),
    }))
    return { kind: 'STRUCT', fields }
  }
  const name = typeKind.slice('TYPE_'.length)
  return { kind: (fromProto.get(name) ?? name) as ScalarKind }
}
