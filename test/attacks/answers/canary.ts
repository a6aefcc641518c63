/** Attacks on answers: canary secrets and canary personal data, and the forms in which a third party could repeat them. */

/** Secrets as vendors give them out, and such as people choose. */
export const canarySecrets: readonly string[] = [
  'EAABwzLixnjYBO7kQ4mZCsecret9vTq2',
  'correct-horse-battery-staple',
  'p@ss:w0rd/with?every&kind=of%separator"',
  'kanarieniøkkel-æøå-4711',
]

/** A signing secret: base64 of `canary-signing-key-0001x`, 24 bytes, after its prefix. */
export const signingSecret = 'whsec_Y2FuYXJ5LXNpZ25pbmcta2V5LTAwMDF4'

/** The head and the payload of a service account's key, shortened. The key itself is no real one. */
export const keyLines: readonly string[] = [
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDcanary1',
  'q8Rj3vT0cXkWmPz5YbN7sLhG2uFdEaQwIoKx9VtB4nMyCr6JpDlSfZgHiU',
]
export const serviceAccountKey = JSON.stringify({
  type: 'service_account',
  project_id: 'canary-project',
  private_key_id: '9f3b1c7ad2e84056b1f0c3d5e7a98b21',
  private_key: `-----BEGIN PRIVATE KEY-----\n${keyLines.join('\n')}\n-----END PRIVATE KEY-----\n`,
  client_email: 'sender@canary-project.iam.gserviceaccount.com',
})

/** A person. No word of it is a word of error messages. */
export const person = {
  user_id: 'usr-Zebedee-77120',
  email: 'Zebedee.Quillfeather@Canary.example',
  phone: '+47 987 65 432',
  first_name: 'Zebedee',
  last_name: 'Quillfeather-Ødegård',
  date_of_birth: '1979-04-23',
  city: 'Vrådal',
  postal_code: '3849',
  ip: '198.51.100.77',
  user_agent: 'CanaryBrowser/7.3 (Plan9; zq)',
} as const

/** Event data that no schema marks as personal. */
export const eventData = {
  iban: 'NO93 8601 1117 947',
  card: '4111 1111 1111 1111',
  cvc: '737',
  note: 'Leave it with neighbour Hjalmar, gate code 5521',
  by_address: { 'hjalmar@canary.example': 3 },
} as const

/** Texts of which not one may be left in a detail, whatever their form. */
export const traces: readonly RegExp[] = [
  /zebedee/i,
  /quillf/i,
  /degård|degaard/i,
  /canary\.example/i,
  /vrådal/i,
  /hjalmar/i,
  /neighbour/i,
  /98765432|987 65|\b65 432/,
  /1979|\b04-23/,
  /\b3849\b/,
  /198\.51/,
  /canarybrowser|plan9/i,
  /8601 ?1117|9386|\b947\b/,
  /4111|1111/,
  /\b737\b/,
  /\b5521\b/,
  /77120/,
]

type Form = readonly [title: string, write: (text: string) => string]

/** Forms in which the same text can be repeated. */
export const forms: readonly Form[] = [
  ['as it is', (text) => text],
  ['in lower case', (text) => text.toLowerCase()],
  ['in capitals', (text) => text.toUpperCase()],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded in full', (text) => [...Buffer.from(text)].map((byte) => `%${hex(byte)}`).join('')],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['as a form', (text) => new URLSearchParams([['q', text]]).toString()],
  ['as JSON', (text) => JSON.stringify(text)],
  ['as JSON within JSON', (text) => JSON.stringify(JSON.stringify({ text }))],
  [
    'with JSON escapes',
    (text) => Array.from(text, (each) => `\\u00${hex(each.charCodeAt(0) & 255)}`).join(''),
  ],
  ['as HTML', (text) => Array.from(text, (each) => `&#${each.codePointAt(0)};`).join('')],
  ['as HTML in hex', (text) => Array.from(text, (each) => `&#x${hex(each.codePointAt(0)!)};`).join('')],
  ['in base64', (text) => Buffer.from(text).toString('base64')],
  ['in base64url', (text) => Buffer.from(text).toString('base64url')],
  ['in base64 after a user', (text) => Buffer.from(`user:${text}`).toString('base64')],
  ['in base64 after another text', (text) => Buffer.from(`ab:${text}:cd`).toString('base64')],
  ['in hex', (text) => Buffer.from(text).toString('hex')],
  ['without its first characters', (text) => text.slice(3)],
  ['without its last characters', (text) => text.slice(0, -3)],
  ['its first half', (text) => text.slice(0, Math.ceil(text.length / 2))],
  ['its second half', (text) => text.slice(text.length >> 1)],
  ['in lines', (text) => text.replace(/(.{9})/g, '$1\n')],
  ['with spaces', (text) => text.replace(/(.{5})/g, '$1 ')],
  ['in a header', (text) => `authorization: Bearer ${text}`],
  ['in an address', (text) => `https://api.vendor.example/v1?api_secret=${encodeURIComponent(text)}&x=1`],
]

function hex(code: number): string {
  return code.toString(16).padStart(2, '0')
}

/** Messages around an echo. */
export const messages: readonly ((echo: string) => string)[] = [
  (echo) => `{"error":"Invalid token: ${echo}"}`,
  (echo) => `Unauthorized: ${echo} is not allowed`,
  (echo) => JSON.stringify({ error: { code: 190, message: `Malformed access token ${echo}` } }),
  (echo) => JSON.stringify({ message: echo, errors: [{ message: echo, detail: echo, index: 0 }] }),
  (echo) => `${'The request is invalid. '.repeat(11)}${echo}`,
  (echo) => `${'No. '.repeat(249)}${echo}`,
]

/** Letters and digits in lower case. */
export function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Returns the fragments of `length` letters of a secret, also of its base64 and hex, that occur in a text. */
export function fragmentsIn(text: string, secret: string, length = 8): readonly string[] {
  const haystack = letters(text)
  const bytes = Buffer.from(secret)
  return [secret, bytes.toString('base64'), bytes.toString('hex')].flatMap((form) => {
    const needle = letters(form)
    return Array.from({ length: Math.max(0, needle.length - length + 1) }, (_, at) =>
      needle.slice(at, at + length),
    ).filter((each) => haystack.includes(each))
  })
}
