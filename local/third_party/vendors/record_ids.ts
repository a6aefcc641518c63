/** Vendors: the ids of people at vendors that have ids of their own. An identifier has the same id in every run, so that nothing must be kept. */
import { hash } from 'node:crypto'

/** Returns the id of a HubSpot contact. */
export function contactIdOf(email: string): string {
  return String(Number.parseInt(hash('sha256', email.toLowerCase()).slice(0, 10), 16))
}

/** Returns the id of a Klaviyo profile, of which this is the first of email, phone number and external id. */
export function profileIdOf(identifier: string): string {
  return `01H${hash('sha256', identifier.toLowerCase()).slice(0, 23).toUpperCase()}`
}
