/** Privacy: reads numbers from base64url text, in which the consent strings of the IAB are encoded. Reads only the asked bits, so its cost does
 * not depend on the string. Pure. https://www.rfc-editor.org/rfc/rfc4648#section-5 */

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Returns one bit. Undefined after the end of the text and for a character that is not base64url. */
export function bitAt(text: string, at: number): 0 | 1 | undefined {
  const index = Math.floor(at / 6)
  const digit = index < text.length ? digits.indexOf(text[index]!) : -1
  return digit === -1 ? undefined : ((digit >> (5 - (at % 6))) & 1) === 1 ? 1 : 0
}

/** Returns an unsigned number of at most 30 bits. Undefined if one of its bits is. */
export function numberAt(text: string, at: number, bits: number): number | undefined {
  let value = 0
  for (let bit = at; bit < at + bits; bit++) {
    const next = bitAt(text, bit)
    if (next === undefined) return undefined
    value = value * 2 + next
  }
  return value
}
