/** Linkage layer: checks whether linked fields identify a person or device as a target requires. */
import { Type, type TSchema } from 'typebox'
import { compile, type FieldCheck } from '../event/violations.ts'
import type { Target } from '../targets/target.ts'

/** Returns the check that all fields of at least one set are present. Without sets, it is always true. */
export function identifierCheck(identity: Target['identity']): FieldCheck {
  if (identity.length === 0) return () => true
  return compile(Type.Union(identity.map((set) => Type.Intersect(set.map(presence)))))
}

/** Returns the schema of objects that have a field at this path. */
function presence(path: string): TSchema {
  return path.split('.').reduceRight<TSchema>((below, name) => Type.Object({ [name]: below }), Type.Unknown())
}
