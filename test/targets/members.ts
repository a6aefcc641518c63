/** Cases of the targets of lists: two people, and the SHA-256 of their identifiers as `printf '%s' <text> | sha256sum` writes it. */

/** Rows of a sync, as an event each. `row('added', mary)` */
export function row(change: 'added' | 'changed' | 'removed', person: Readonly<Record<string, unknown>>) {
  return { event_name: 'lapsed_customers', change, backfill: false, ...person }
}

/** The address and the number are those of Meta's page. */
export const mary = { email: ' Mary@Example.com', phone: '+1 (555) 987-6543' }
export const ada = { email: 'ada@example.com' }

export const hashes = {
  /** mary@example.com */
  maryEmail: 'f1904cf1a9d73a55fa5de0ac823c4403ded71afd4c3248d00bdcd0866552bb79',
  /** 15559876543 */
  maryDigits: '1ef970831d7963307784fa8688e8fce101a15685d62aa765fed23f3a2c576a4e',
  /** +15559876543 */
  maryNumber: 'a6e349c7a8850f27ebcfa1865854e845c074da83ff19384d4b4c9df78357fa5a',
  /** ada@example.com */
  adaEmail: 'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72',
} as const
