/** Target layer: how third parties want personal values written before they are hashed. Each gives undefined for a value it cannot
 * bring into that form: a hash of something else would match nobody. */

export type Normaliser = (text: string) => string | undefined

const trim: Normaliser = (text) => text.trim() || undefined

const lower: Normaliser = (text) => text.trim().toLowerCase() || undefined

function without(unwanted: RegExp): Normaliser {
  return (text) => text.toLowerCase().replace(unwanted, '') || undefined
}

function matching(wanted: RegExp, write: (text: string) => string = (text) => text): Normaliser {
  return (text) => {
    const trimmed = text.trim()
    return wanted.test(trimmed) ? write(trimmed) : undefined
  }
}

/** Local part and domain, in lower case; undefined unless there is one @ and the domain has a dot inside. */
function mailbox(text: string): [local: string, domain: string] | undefined {
  const [local, domain, ...more] = text.replace(/\s+/g, '').toLowerCase().split('@')
  const dot = domain?.lastIndexOf('.') ?? -1
  const isMailbox = local && domain && more.length === 0 && dot > 0 && dot < domain.length - 1
  return isMailbox ? [local, domain] : undefined
}

/** A mailbox without its `+suffix` and those characters of its local part that do not matter. */
function plainMailbox(local: string, domain: string, unwanted: RegExp): string | undefined {
  const bare = local.split('+', 1)[0]!.replace(unwanted, '')
  return bare ? `${bare}@${domain}` : undefined
}

const googleDomains = new Set(['gmail.com', 'googlemail.com'])

/** Most addresses are written so, and taking them apart costs more than hashing them. */
const tidy = /^[a-z0-9._%+'-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

const email: Normaliser = (text) => (tidy.test(text) ? text : mailbox(text)?.join('@'))

const emailGoogle: Normaliser = (text) => {
  if (tidy.test(text) && !text.endsWith('mail.com')) return text
  const [local, domain] = mailbox(text) ?? []
  if (!local || !domain) return undefined
  return googleDomains.has(domain) ? plainMailbox(local, domain, /\./g) : `${local}@${domain}`
}

const emailAnyAlias: Normaliser = (text) => {
  const [local, domain] = mailbox(text) ?? []
  return local && domain ? plainMailbox(local, domain, /[^a-z0-9]/g) : undefined
}

const e164 = /^\+[1-9]\d{6,14}$/

/** The digits of an international number, 7 to 15 as E.164 allows. A number without country code stays unknown. The trunk zero
 * that some write in brackets after the country code is not dialled: `+44 (0)20 …`. */
const phoneDigits: Normaliser = (text) => {
  if (e164.test(text)) return text.slice(1)
  const number = text.trim().replace(/^00/, '+')
  if (!/^\+[0-9 ().\-/\u00a0]+$/.test(number)) return undefined
  const digits = number.replace(/\(0\)/, '').replace(/\D/g, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined
}

const phoneE164: Normaliser = (text) => {
  if (e164.test(text)) return text
  const digits = phoneDigits(text)
  return digits && `+${digits}`
}

/** https://github.com/googleads/data-manager-node: honorifics of given names, suffixes of family names. */
const honorific = /^(?:mr|mrs|ms|dr)\.\s*/
const suffix = /(?:,\s*|\s+)(?:jr\.?|sr\.?|2nd|3rd|ii|iii|iv|v|vi|cpa|dc|dds|vm|jd|md|phd)$/

const nameGoogle: Normaliser = (text) => {
  // No name is so long, and what is stripped is looked for again and again.
  let name = text.length <= 512 ? text.trim().toLowerCase() : ''
  for (let shorter = ''; shorter !== name;) {
    shorter = name
    name = name.replace(honorific, '').replace(suffix, '').trim()
  }
  return name || undefined
}

const zip: Normaliser = (text) => {
  const [main = ''] = text.replace(/\s+/g, '').toLowerCase().split('-', 1)
  return main.length >= 2 ? main : undefined
}

/** A normaliser by what it is for; the vendors' pages are linked where they are used. */
export const normalisers = {
  /** Trimmed, otherwise as it is. */
  trim,
  /** Trimmed and in lower case: names, ids. */
  lower,
  /** In lower case, without whitespace. */
  compact: without(/\s+/g),
  /** Letters and digits of any script, in lower case. */
  alnum: without(/[^\p{L}\p{M}\p{N}]+/gu),
  /** Cities and regions: in lower case, without digits, whitespace and punctuation. */
  place: without(/[\p{N}\p{P}\p{S}\s]+/gu),
  /** In lower case, without whitespace. */
  email,
  /** The same; of a Gmail address dots and `+suffix` are dropped. */
  email_google: emailGoogle,
  /** The same; `+suffix` and whatever is neither letter nor digit are dropped before the @, whatever the domain. */
  email_any_alias: emailAnyAlias,
  /** Country code and number, digits only. */
  phone_digits: phoneDigits,
  /** `+`, country code and number. */
  phone_e164: phoneE164,
  /** In lower case, without honorifics and suffixes: `Dr. Ada` → `ada`, `King, Jr.` → `king`. */
  name_google: nameGoogle,
  /** In lower case, without spaces, and of a ZIP+4 code the first part. */
  zip,
  /** In lower case, without spaces and dashes. */
  zip_tiktok: without(/[\s-]+/g),
  /** Digits only. */
  zip_digits: without(/\D+/g),
  /** ISO 3166-1 alpha-2. */
  country_lower: matching(/^[A-Za-z]{2}$/, (text) => text.toLowerCase()),
  country_upper: matching(/^[A-Za-z]{2}$/, (text) => text.toUpperCase()),
  /** ISO 639-1 from a BCP 47 tag: `en-GB` → `en`. */
  language: matching(/^[A-Za-z]{2}([-_]|$)/, (text) => text.slice(0, 2).toLowerCase()),
  /** `f` or `m`, from the first letter. */
  gender: matching(/^[fm]/i, (text) => text[0]!.toLowerCase()),
  /** YYYYMMDD from YYYY-MM-DD. */
  birth_date: matching(/^\d{4}-?\d\d-?\d\d$/, (text) => text.replaceAll('-', '')),
  /** An IP address of either version, in lower case. */
  ip: matching(/^(?=.*[.:])[0-9A-Fa-f:.]{3,45}$/, (text) => text.toLowerCase()),
} as const satisfies Readonly<Record<string, Normaliser>>

export type NormaliserName = keyof typeof normalisers
