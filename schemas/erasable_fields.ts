/** Subject: the context fields by which a person can be found and erased. */
import { contextColumns } from './context.ts'

/** Personal, but shared by many: to erase by one of them would erase others. */
const shared = new Set(
  'first_name last_name gender date_of_birth city region postal_code ip user_agent'.split(' '),
)

/** Fields whose value stands for one person or one device. */
export const erasableFields: readonly string[] = contextColumns
  .filter(({ name, column, personal }) => personal && column === 'STRING' && !shared.has(name))
  .map(({ name }) => name)
