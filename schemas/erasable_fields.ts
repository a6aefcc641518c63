/** Erasure: lists the context fields that identify a person. */
import { contextColumns } from './context.ts'

/** Personal, but shared by several people. Erasing by one of them would erase other people, too. */
const shared = new Set(
  'first_name last_name gender date_of_birth city region postal_code ip user_agent'.split(' '),
)

/** Fields whose value identifies one person or one device. */
export const erasableFields: readonly string[] = contextColumns
  .filter(({ name, column, personal }) => personal && column === 'STRING' && !shared.has(name))
  .map(({ name }) => name)
