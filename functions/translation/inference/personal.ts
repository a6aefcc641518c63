/** Translation layer: guesses which fields hold personal data, and which must not be kept, from their names and values. Pure. */

/** The reason for a field that holds a secret, such as a password. */
export const secretReason = 'the name suggests a secret'

const personNames =
  /(first|last|full|given|family|sur|middle|maiden|nick|legal|display|holder)_?name|^(vor|nach)name$|^(nom|prenom|apellidos?|nombre|cognome|fornavn|etternavn|efternamn|forename|voornaam|achternaam|imie|nazwisko|sobrenome|initials|firstname\d|navn|naam)$|^(kunde|kundin|kunden|besteller|empfaenger|ansprechpartner|kontakt|mieter|patient|mitarbeiter|cliente|client|acheteur|destinataire|klant|customer|buyer|payer|recipient|contact|attendee|guest|invitee|author|cardholder|shipto|bill_?to|ship_?to)(_name)?$|(customer|contact|billing|shipping|user|client|recipient|buyer|payer|member|owner|attendee|invitee|kunden?)_?name/

/** Objects that describe a person or a place to reach one. What they name is the person. */
const ofPerson =
  /(customer|contact|billing|shipping|user|client|recipient|buyer|payer|member|attendee|invitee|guest|person|profile|traits|sender|author|shopper|subscriber|lead|account_holder|kunden?|besteller|empfaenger|rechnung|lieferung|cliente|address|adresse)/
const inAddress =
  /^(line_?\d|address_?\d|address_line_\d|administrative_district_level_\d|locality|sublocality|house|number|street\d?|state|province|region|county|zip|country|name|company)$/
const inPerson = /^(name|names|username|user_name|login|handle|title|mr_mrs|displayname)$/

const byName: readonly [RegExp, string][] = [
  [/(^|_)ip(_?addr(ess)?)?$|remote_addr|client_ip/, 'the name suggests an IP address'],
  [/e_?mail|courriel|correo|epost|e_?posta|pochta/, 'the name suggests an email address'],
  [
    /phone|telefon|telephone|mobile|handy|mobil(nummer)?$|fax|whatsapp|msisdn|^tel(_|$)|^(rufnummer|telefoon|telefone|telefono|celular|cellulare|puhelin|movil|portable|gsm)$|wa_?id$/,
    'the name suggests a phone number',
  ],
  [personNames, "the name suggests a person's name"],
  [
    /street|strasse|address(_?(line)?_?\d)?$|adresse|^(billing|shipping)_address|direccion|indirizzo|endereco|adres$|house_?number|hausnummer|anschrift/,
    'the name suggests an address',
  ],
  [
    /^(city|town|ort|stadt|ville|ciudad|citta|cidade|wohnort|stad)$|_(city|town|ort|stadt)$|postal|post_?code|^(plz|cap|cep)$|_plz$|zip(_?code)?$|code_postal/,
    'the name suggests a place of residence',
  ],
  [/birth|geburt|^dob$|naissance|nacimiento|nascita/, 'the name suggests a birthday'],
  [/gender|geschlecht|^sex$|salutation|anrede/, 'the name suggests a gender'],
  [
    /iban|account_?number|kontonummer|card_?(number|no)|credit_?card|^bic$|(^|_)last_?4$|routing_number/,
    'the name suggests bank details',
  ],
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

function isCardNumber(text: string): boolean {
  return /^\d(?:[ -]?\d){12,18}$/.test(text) && passesLuhn(text)
}

function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2} ?(?:[A-Z\d]{4} ?){2,7}[A-Z\d]{1,4}$/.test(text) && passesMod97(text)
}

const byValue: readonly [(text: string) => boolean, string][] = [
  [(text) => /^[^@\s]{1,64}@[^@\s]{1,190}\.[a-z]{2,24}$/i.test(text), 'the values are email addresses'],
  [(text) => ipv4.test(text), 'the values are IP addresses'],
  [(text) => /^(?:\+|00)[1-9][\d ()/.-]{6,20}$/.test(text), 'the values are phone numbers'],
  [isIban, 'the values are bank account numbers (IBAN)'],
  [isCardNumber, 'the values are card numbers'],
]

// Not every number that passes the check is a card number: one in ten does.
const objectId =
  /(^|_)(order|product|item|variant|sku|ean|gtin|isbn|event|transaction|reference)?_?(id|sku|ean|gtin|isbn)$/

/** Returns why a field seems to hold personal data; undefined if it does not. `name` is in snake_case; `parents` are the names of the objects
 * that contain it, in snake_case. */
export function personalGuess(
  name: string,
  values: readonly string[],
  parents: readonly string[] = [],
): string | undefined {
  for (const [is, why] of byValue)
    if (values.length > 0 && values.every((value) => is(value.trim())) && !objectId.test(name)) return why
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? byParents(name, parents)
}

/** `billing_details.name` is a person's name, `product.name` is not. */
function byParents(name: string, parents: readonly string[]): string | undefined {
  const parent = parents.at(-1) ?? ''
  if (/address|adresse|anschrift|billing|shipping/.test(parent) && inAddress.test(name))
    return 'it is part of an address'
  return inPerson.test(name) && ofPerson.test(parent)
    ? 'it is the name in an object about a person'
    : undefined
}

const bankName =
  /(^|_)iban($|_)|card_?(number|no|nr)$|credit_?card(_?(number|no|nr))?$|^(pan|ccnum|cc_number|kreditkarte|kreditkartennummer|kartennummer)$/
const cardCode = /^(cvc|cvv|cvv2|cvc2|card_?code|security_?code|card_?verification\w*)$/

/** Names of numbers that are long, and whose check digit is right by chance. */
const longNumber =
  /(^|_)(ean|gtin|isbn|sku|tracking|imei|iccid|barcode|upc)\w*$|_(at|time|timestamp|us|ns|ms)$|(^|_)id$|^(time|timestamp|ts)$/

/** Returns why a field is left out unless the person keeps it: a secret, the number of a card or of an account; undefined if it is kept. One value
 * is enough: a card number among other texts is a card number. */
export function leftOutGuess(name: string, values: readonly string[]): string | undefined {
  if (!longNumber.test(name) && values.some((value) => isCardNumber(value.trim()) && isIssued(value)))
    return 'it holds card numbers'
  if (values.some((value) => isIban(value.trim()))) return 'it holds bank account numbers (IBAN)'
  if (bankName.test(name) && values.some((value) => /\d{4}/.test(value)))
    return 'the name suggests the number of a card or account'
  if (cardCode.test(name)) return 'the name suggests the code of a card'
  return /password|passwort|secret|(^|_)token|api_?key/.test(name) ? secretReason : undefined
}

/** True for the first digits of card networks, and unless it is written in groups, for 14 digits or more: 13 digits are usually a time.
 * https://www.iso.org/standard/70484.html */
function isIssued(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  return (
    /^(?:4|5[1-5]|2[2-7]|3[0-9]|6[0-9]|50|5[6-9])/.test(digits) && (digits.length > 13 || /[ -]/.test(text))
  )
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

/** Returns true if the check digits are correct. https://www.iso.org/standard/81090.html */
function passesMod97(text: string): boolean {
  const bare = text.replaceAll(' ', '')
  let rest = 0
  for (const character of bare.slice(4) + bare.slice(0, 4))
    for (const digit of String(parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
