/** Linkage layer: determines which target fields are never left out, and which are left out together. Pure. */
import type { Target } from '../targets/target.ts'
import type { LeftOut, Unwanted } from './left_out.ts'
import { member } from './values.ts'

/** What a target declares about leaving out fields. */
export type FieldRules = Pick<Target, 'keep' | 'together' | 'dedup' | 'honours'>

const index = /\[\d+\]/g

/** Returns the fields that are never left out: without them, an event would be sent without its consent, its opt-out, its id or its test mode. */
export function keptFields({ keep = [], dedup, honours }: Omit<FieldRules, 'together'>): readonly string[] {
  return [...keep, dedup, honours?.flag].filter((path) => typeof path === 'string')
}

/** Returns the test whether leaving out a field, or the object around it, would leave out a field that must be kept. `value` is what would be
 * left out. */
export function keeperOf(rules: FieldRules) {
  const kept = keptFields(rules)
  return (path: string, value: unknown): boolean => {
    const field = path.replaceAll(index, '')
    return kept.some(
      (each) =>
        each === field ||
        field.startsWith(`${each}.`) ||
        (each.startsWith(`${field}.`) && contains(value, each.slice(field.length + 1))),
    )
  }
}

function contains(value: unknown, path: string): boolean {
  return path.split('.').reduce<unknown>(member, value) !== undefined
}

/** Returns the further fields that must be left out with these, each with the field that causes it. */
export function partnersOf(
  leftOut: LeftOut,
  groups: readonly (readonly string[])[],
  unwanted: Unwanted,
): ReadonlyMap<string, string> {
  const partners = new Map<string, string>()
  if (groups.length === 0) return partners
  for (const path of leftOut.paths()) {
    const field = path.replaceAll(index, '[]')
    for (const group of groups)
      if (group.includes(field))
        for (const other of group) {
          const partner = withIndexes(other, path.match(index) ?? [])
          if (!leftOut.has(partner) && !unwanted.has(partner)) partners.set(partner, path)
        }
  }
  return partners
}

/** `contents[].price` with the index of `contents[2].id` → `contents[2].price`. */
function withIndexes(field: string, indexes: readonly string[]): string {
  let list = 0
  return field.replaceAll('[]', () => indexes[list++] ?? '[]')
}
