/** Translation layer: guesses which fields hold personal data, from their names and values. Pure. */

/** The reason for a field that holds a secret, such as a password. */
export const secretReason = 'the name suggests a secret'

const byName: readonly [RegExp, string][] = [
  [/(^|_)ip(_?addr(ess)?)?$|remote_addr|client_ip/, 'the name suggests an IP address'],
  [/e_?mail|courriel|correo/, 'the name suggests an email address'],
  [
    /phone|telefon|telephone|mobile|handy|mobil(nummer)?$|fax|whatsapp|msisdn|^tel$/,
    'the name suggests a phone number',
  ],
  [
    /(first|last|full|given|family|sur|middle|maiden|nick)_?name|^(vor|nach)name$|^(nom|prenom|apellidos?)$|(customer|contact|billing|shipping|user|client|recipient|kunden?|ansprechpartner)_?name/,
    "the name suggests a person's name",
  ],
  [
    /street|strasse|address(_?(line)?_?\d)?$|adresse|^(billing|shipping)_address|direccion|house_?number|hausnummer/,
    'the name suggests an address',
  ],
  [
    /^(city|town|ort|stadt|ville)$|_(city|town|ort|stadt)$|postal|post_?code|^plz$|_plz$|zip(_?code)?$|code_postal/,
    'the name suggests a place of residence',
  ],
  [/birth|geburt|^dob$|naissance|nacimiento/, 'the name suggests a birthday'],
  [/gender|geschlecht|^sex$|salutation|anrede/, 'the name suggests a gender'],
  [/iban|account_?number|kontonummer|card_?(number|no)|credit_?card|^bic$/, 'the name suggests bank details'],
  [
    /passport|ssn|social_security|tax_?id|steuer_?(nummer|id)|national_id/,
    'the name suggests an identity document',
  ],
  [
    /(user|customer|client|contact|member|visitor|device|anonymous|session|kunden?)_?(id|nr|no|number|nummer)$/,
    'the name suggests the id of a person',
  ],
  [/password|passwort|secret|token|api_?key/, secretReason],
  [
    /user_?agent|cookie|gclid|fbclid|advertising_id|idfa|gaid/,
    'the name suggests an identifier of a browser or device',
  ],
]

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/

const byValue: readonly [(text: string) => boolean, string][] = [
  [(text) => /^[^@\s]{1,64}@[^@\s]{1,190}\.[a-z]{2,24}$/i.test(text), 'the values are email addresses'],
  [(text) => ipv4.test(text), 'the values are IP addresses'],
  [(text) => /^(?:\+|00)[1-9][\d ()/.-]{6,20}$/.test(text), 'the values are phone numbers'],
  [
    (text) => /^[A-Z]{2}\d{2} ?(?:[A-Z\d]{4} ?){2,7}[A-Z\d]{1,4}$/.test(text),
    'the values are bank account numbers (IBAN)',
  ],
  [(text) => /^\d(?:[ -]?\d){12,18}$/.test(text) && passesLuhn(text), 'the values are card numbers'],
]

// Not every number that passes the check is a card number: one in ten does.
const objectId =
  /(^|_)(order|product|item|variant|sku|ean|gtin|isbn|event|transaction|reference)?_?(id|sku|ean|gtin|isbn)$/

/** Returns why a field seems to hold personal data; undefined if it does not. `name` is in snake_case. */
export function personalGuess(name: string, values: readonly string[]): string | undefined {
  for (const [is, why] of byValue)
    if (values.length > 0 && values.every((value) => is(value.trim())) && !objectId.test(name)) return why
  return byName.find(([pattern]) => pattern.test(name))?.[1]
}

/** Returns true if the check digit is correct. https://www.itu.int/rec/T-REC-E.118 */
function passesLuhn(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const counted = index % 2 === 1 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}
