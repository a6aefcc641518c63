/** People: says which identifiers name a person, how long their links count, when they are read, and generates the GoogleSQL that models share. */
import type { Locate } from './views/view.ts'

/** An identifier that is seen with more than this number of others belongs to no person: a till, a test account, the address of a company. */
export const maxLinked = 200

/** Minutes of the hour at which the new events are searched for links, UTC. */
const minutes = [4, 14, 24, 34, 44, 54]

/** Five cron fields, UTC. */
export const linkSchedule = `${minutes.join(',')} * * * *`

/** GoogleSQL for the SHA-256 of an email address in hex; `email` is an expression for the address, or for its hash. */
export function emailHash(email: string): string {
  return `IF(REGEXP_CONTAINS(${email}, r'^[0-9A-Fa-f]{64}$'), LOWER(${email}), TO_HEX(SHA256(LOWER(TRIM(${email})))))`
}

/** GoogleSQL for the identifier of a row with the identity columns: columns id_type and id, both null if the row has none. A row is that of its
 * user; without one, that of its device; without one, that of its address. */
export function identifierOf(row: string): string {
  const has = (name: string): string => `NULLIF(${row}.${name}, '') IS NOT NULL`
  return `CASE WHEN ${has('user_id')} THEN 'user_id' WHEN ${has('anonymous_id')} THEN 'anonymous_id'
      WHEN ${has('email')} THEN 'email_sha256' END AS id_type,
    CASE WHEN ${has('user_id')} THEN ${row}.user_id WHEN ${has('anonymous_id')} THEN ${row}.anonymous_id
      WHEN ${has('email')} THEN ${emailHash(`${row}.email`)} END AS id`
}

/** GoogleSQL for the person of the identifier of `row`, with the join that gives it. An identifier without links is a person of its own; one
 * that several people share is none. */
export const personSql = {
  column: (row: string): string =>
    `IF(person.id IS NULL, CONCAT(${row}.id_type, ':', ${row}.id), person.person_id) AS person_id`,
  join: (locate: Locate, row: string): string =>
    `LEFT JOIN ${locate('people')} AS person ON person.id_type = ${row}.id_type AND person.id = ${row}.id`,
} as const
