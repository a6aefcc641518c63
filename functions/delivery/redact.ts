/** Delivery: redacts secrets and personal data from the details of outcomes, because third parties may repeat what they were sent. All
 * operators can read outcomes, and an erasure does not change them. Pure. */
import type { TSchema } from 'typebox'
import { ContextFields } from '../../schemas/context.ts'
import { itemsOf, keywordsOf, memberOf } from '../linkage/keywords.ts'
import { secretSettings, type Attempt, type LinkedEvent, type Target } from '../targets/target.ts'

const mask = '…'

/** Shorter values occur in any text by chance. */
const minLength = 4

const credentials = /\b(Bearer|Basic|Klaviyo-API-Key)\s+[\w.~+/=-]+/gi
const mailbox = /[^\s"'<>()[\]{},;:=@]+@[^\s"'<>()[\]{},;:=@]+/g

/** Returns the function that redacts the details of attempts. */
export function createRedactor(target: Target, settings: Readonly<Record<string, unknown>>) {
  const secrets = secretSettings(target)
    .map((name) => settings[name])
    .filter((secret) => typeof secret === 'string')
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter(({ length }) => length >= minLength)
  const schema = target.fields ?? ContextFields

  const redactDetail = (detail: string, events: readonly LinkedEvent[]): string => {
    let text = secrets.reduce(maskValue, detail)
    text = text.replace(credentials, `$1 ${mask}`).replace(mailbox, mask)
    for (const { fields } of events.filter((event) => containsStringOf(text, event.fields)))
      for (const value of personalStrings(schema, fields))
        if (text.includes(value)) text = maskValue(text, value)
    return text
  }

  return (attempts: readonly Attempt[], events: readonly LinkedEvent[]): readonly Attempt[] => {
    // A detail that several events share may repeat values of any of them.
    const indexesByDetail = Map.groupBy(events.keys(), (index) => attempts[index]!.outcome.detail)
    const redacted = new Map<string, string>()
    for (const [detail, indexes] of indexesByDetail)
      if (detail !== undefined) {
        const sharers = indexes.map((index) => events[index]!)
        redacted.set(detail, redactDetail(detail, sharers))
      }
    if (redacted.size === 0) return attempts
    return attempts.map((attempt) => {
      const { detail } = attempt.outcome
      if (detail === undefined) return attempt
      return { ...attempt, outcome: { ...attempt.outcome, detail: redacted.get(detail)! } }
    })
  }
}

/** Masks the value, and the beginning of it where the text was cut. */
function maskValue(text: string, value: string): string {
  const masked = text.replaceAll(value, mask)
  for (let length = Math.min(value.length - 1, masked.length); length >= 2 * minLength; length--)
    if (masked.endsWith(value.slice(0, length))) return masked.slice(0, -length) + mask
  return masked
}

/** True if the text contains any string of the value. A cheap first test: few details repeat a value. */
function containsStringOf(text: string, value: unknown): boolean {
  if (typeof value === 'string') return value.length >= minLength && text.includes(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((inner) => containsStringOf(text, inner))
}

/** Yields the strings that the schema marks as personal. */
function* personalStrings(schema: TSchema, value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length >= minLength && isPersonal(schema)) yield value
  } else if (Array.isArray(value)) {
    const items = itemsOf(schema)
    if (items) for (const element of value) yield* personalStrings(items, element)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const member = memberOf(schema, name)
      if (member) yield* personalStrings(member, inner)
    }
  }
}

/** Fields of a target are marked by `normalize`, context fields by `personal`. */
function isPersonal(schema: TSchema): boolean {
  const { normalize, anyOf = [] } = keywordsOf(schema)
  return (
    normalize !== undefined || ('personal' in schema && schema.personal === true) || anyOf.some(isPersonal)
  )
}
