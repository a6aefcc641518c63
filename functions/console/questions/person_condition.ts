/** Console: GoogleSQL that finds the events of a person by one identifier. Pure. */

/** Context fields by which people are searched together. */
export const personFields = ['user_id', 'anonymous_id', 'email', 'phone'] as const

/** The condition that a column of `events` holds the value of a parameter: an email address in any letter case, a phone number with any separators. */
export function hasIdentifier(field: string, parameter: string): string {
  if (field === 'email') return `LOWER(email) = LOWER(@${parameter})`
  if (field === 'phone')
    return `(phone = @${parameter} OR ${digitsOf('phone')} = NULLIF(${digitsOf(`@${parameter}`)}, ''))`
  return `${field} = @${parameter}`
}

function digitsOf(text: string): string {
  return `REGEXP_REPLACE(${text}, r'[^0-9]', '')`
}
