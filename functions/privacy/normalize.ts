/** Target layer: normalizes personal values as third parties require before hashing. A value that cannot be normalized becomes
 * undefined, because its hash would match no person. */

export type Normaliser = (text: string) => string | undefined

const trim: Normaliser = (text) => text.trim() || undefined

const sha256 = /^[a-f0-9]{64}$/i

/** Producers may hash names. Sent as plain text, a hash would greet a person as "b0438…". */
const name: Normaliser = (text) => (sha256.test(text.trim()) ? undefined : trim(text))

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

/** Returns local part and domain in lowercase; undefined unless the text has exactly one @ and the domain has a dot inside. */
function mailbox(text: string): [local: string, domain: string] | undefined {
  const [local, domain, ...more] = text.replace(/\s+/g, '').toLowerCase().split('@')
  const dot = domain?.lastIndexOf('.') ?? -1
  const isMailbox = local && domain && more.length === 0 && dot > 0 && dot < domain.length - 1
  return isMailbox ? [local, domain] : undefined
}

/** Returns the mailbox without its `+suffix` and without the unwanted characters of its local part. */
function plainMailbox(local: string, domain: string, unwanted: RegExp): string | undefined {
  const bare = local.split('+', 1)[0]!.replace(unwanted, '')
  return bare ? `${bare}@${domain}` : undefined
}

const googleDomains = new Set(['gmail.com', 'googlemail.com'])

/** Most addresses are already in normal form, and splitting one costs more than hashing it. */
const normalEmail = /^[a-z0-9._%+'-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

const email: Normaliser = (text) => (normalEmail.test(text) ? text : mailbox(text)?.join('@'))

const emailGoogle: Normaliser = (text) => {
  if (normalEmail.test(text) && !text.endsWith('mail.com')) return text
  const [local, domain] = mailbox(text) ?? []
  if (!local || !domain) return undefined
  return googleDomains.has(domain) ? plainMailbox(local, domain, /\./g) : `${local}@${domain}`
}

const emailAnyAlias: Normaliser = (text) => {
  const [local, domain] = mailbox(text) ?? []
  return local && domain ? plainMailbox(local, domain, /[^a-z0-9]/g) : undefined
}

const e164 = /^\+[1-9]\d{6,14}$/

/** Returns the digits of an international number, 7 to 15 as E.164 allows; undefined for a number without a country code. A trunk zero
 * in parentheses after the country code is dropped: `+44 (0)20 …`. */
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
  // Each pass scans the whole text, so an overlong text, which is not a name, is not scanned.
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

/** Returns the digits of a code; undefined for a code with letters, such as `SW1A 1AA`, whose digits are another code. */
const zipDigits: Normaliser = (text) =>
  /\p{L}/u.test(text) ? undefined : text.replace(/\D+/g, '') || undefined

const fbcPrefix = /^fb\.\d\.\d+\./

/** Returns a value of Meta's cookie `_fbc`, without a second prefix before it. The click id after the prefix is case-sensitive.
 * https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc */
const fbc: Normaliser = (text) => {
  const outer = text.replace(/\s+/g, '')
  const inner = outer.replace(fbcPrefix, '')
  const value = fbcPrefix.test(inner) ? inner : outer
  const clickId = value.replace(fbcPrefix, '')
  return clickId === value || clickId === '' || clickId.startsWith('fb.') ? undefined : value
}

/** Only user agents have a slash: https://www.rfc-editor.org/rfc/rfc9110#name-user-agent */
const isUserAgent = (text: string): boolean => text.includes('/')

const osVersion: Normaliser = (text) =>
  isUserAgent(text)
    ? /\b(?:Android|iOS|iPadOS|iPhone OS|CPU OS)[ /](\d+(?:[._]\d+)*)/.exec(text)?.[1]?.replaceAll('_', '.')
    : trim(text)

const appPlatform: Normaliser = (text) => {
  if (!isUserAgent(text)) return text === 'a2' || text === 'i2' ? text : undefined
  if (/\bAndroid\b/.test(text)) return 'a2'
  return /\b(?:iOS|iPadOS|iPhone|iPad|iPod)\b/.test(text) ? 'i2' : undefined
}

const alnum = without(/[^\p{L}\p{M}\p{N}]+/gu)

/** Normalizers by form. Each target links to its vendor's page. */
export const normalisers = {
  /** Trimmed. */
  trim,
  /** Names and places as plain text: trimmed. A SHA-256 counts as absent. */
  name,
  /** As `name`, lowercase. */
  name_lower: (text) => name(text)?.toLowerCase(),
  /** Trimmed, lowercase: names, ids. */
  lower,
  /** Lowercase, without whitespace. */
  compact: without(/\s+/g),
  /** Letters and digits of any script, lowercase. A SHA-256 counts as absent, as for `name`. */
  alnum: (text) => alnum(name(text) ?? ''),
  /** Cities and regions: lowercase, without digits, whitespace and punctuation. */
  place: without(/[\p{N}\p{P}\p{S}\s]+/gu),
  /** Lowercase, without whitespace. */
  email,
  /** As `email`; in a Gmail address without dots and `+suffix` before the @. */
  email_google: emailGoogle,
  /** As `email`; in every address without `+suffix` and without characters other than letters and digits before the @. */
  email_any_alias: emailAnyAlias,
  /** Country code and number, digits only. */
  phone_digits: phoneDigits,
  /** `+`, country code and number. */
  phone_e164: phoneE164,
  /** Lowercase, without honorifics and suffixes: `Dr. Ada` → `ada`, `King, Jr.` → `king`. */
  name_google: nameGoogle,
  /** Lowercase, without spaces; the first part of a ZIP+4 code. */
  zip,
  /** Lowercase, without spaces and dashes. */
  zip_tiktok: without(/[\s-]+/g),
  /** Digits only. A code with letters counts as absent. */
  zip_digits: zipDigits,
  /** ISO 3166-1 alpha-2. */
  country_lower: matching(/^[A-Za-z]{2}$/, (text) => text.toLowerCase()),
  country_upper: matching(/^[A-Za-z]{2}$/, (text) => text.toUpperCase()),
  /** ISO 639-1 from a BCP 47 tag: `en-GB` → `en`. */
  language: matching(/^[A-Za-z]{2}([-_]|$)/, (text) => text.slice(0, 2).toLowerCase()),
  /** `f` or `m`, from the first letter. */
  gender: matching(/^[fm]/i, (text) => text[0]!.toLowerCase()),
  /** YYYYMMDD from YYYY-MM-DD. */
  birth_date: matching(/^\d{4}-?\d\d-?\d\d$/, (text) => text.replaceAll('-', '')),
  /** An IPv4 or IPv6 address, lowercase. */
  ip: matching(/^(?=.*[.:])[0-9A-Fa-f:.]{3,45}$/, (text) => text.toLowerCase()),
  /** Meta's `fb.1.<milliseconds>.<fbclid>`, also from a text with a second such prefix before it. */
  fbc,
  /** A version as it is, or that of Android, iOS or iPadOS in a user agent. */
  os_version: osVersion,
  /** `a2` (Android) or `i2` (iOS, iPadOS), also from a user agent. */
  app_platform: appPlatform,
} as const satisfies Readonly<Record<string, Normaliser>>

export type NormaliserName = keyof typeof normalisers
