/** Event: reads the connection that a message claims to come through. Pure. */
import { attributes as names } from '../../schemas/bus.ts'

/** Maximum length of the text in the column `connection`. Quarantined messages keep all their attributes. */
const maxLength = 80

/** Returns the claim: at most 80 characters, in which everything but letters, digits and `_ . : @ / -` is replaced by `_`. Undefined for none. */
export function connectionOf(attributes: Readonly<Record<string, string>>): string | undefined {
  const claim = attributes[names.connection]
  if (!claim) return undefined
  return claim.slice(0, maxLength).replace(/[^\w.:@/-]/g, '_')
}
