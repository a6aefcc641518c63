/** People: reads and writes the person of the address. What identifies a person stands only after `#`, which browsers send to no server. Pure. */
import { erasableFields } from '../../schemas/erasable_fields.ts'

/** One identifier of a person. */
export interface PersonIdentifier {
  /** An identity field. */
  field: string
  value: string
}

/** `search`: the query of the address, such as `?range=30d`. */
export function personPageLink(field: string, value: string, search = ''): string {
  return `/console/people${search}#${new URLSearchParams({ [field]: value }).toString()}`
}

/** The identifier in the part of an address after `#`; undefined if there is none. */
export function identifierIn(fragment: string): PersonIdentifier | undefined {
  for (const [field, value] of new URLSearchParams(fragment))
    if (erasableFields.includes(field) && value.trim() !== '') return { field, value: value.trim() }
  return undefined
}

/** The identity field that a value looks like. */
export function likelyField(value: string): string {
  if (value.includes('@')) return 'email'
  return value.startsWith('+') ? 'phone' : 'user_id'
}
