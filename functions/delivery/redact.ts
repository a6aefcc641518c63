/** Delivery: third parties at times repeat what they were sent. Their words are kept without the destination's secrets and without what
 * tells of a person: outcomes are for everybody who operates, and erasing a person does not reach them. Pure. */
import type { TSchema } from 'typebox'
import { ContextFields } from '../../schemas/context.ts'
import { itemsOf, keywordsOf, memberOf } from '../linkage/keywords.ts'
import { secretSettings, type Attempt, type LinkedEvent, type Target } from '../targets/target.ts'

const mask = '…'

/** Shorter values would be found in any words. */
const shortest = 4

const credentials = /\b(Bearer|Basic|Klaviyo-API-Key)\s+[\w.~+/=-]+/gi
const mailbox = /[^\s"'<>()[\]{},;:=@]+@[^\s"'<>()[\]{},;:=@]+/g

/** Makes the function that gives attempts without such values in their details. */
export function createRedactor(target: Target, settings: Readonly<Record<string, unknown>>) {
  const secrets = secretSettings(target)
    .map((name) => settings[name])
    .filter((secret) => typeof secret === 'string')
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter(({ length }) => length >= shortest)
  const schema = target.fields ?? ContextFields

  const redactDetail = (detail: string, events: readonly LinkedEvent[]): string => {
    let words = secrets.reduce(withoutValue, detail)
    words = words.replace(credentials, `$1 ${mask}`).replace(mailbox, mask)
    for (const { fields } of events.filter((event) => containsText(words, event.fields)))
      for (const value of personalIn(schema, fields))
        if (words.includes(value)) words = withoutValue(words, value)
    return words
  }

  return (attempts: readonly Attempt[], events: readonly LinkedEvent[]): readonly Attempt[] => {
    // Words that several events share may repeat any of them.
    const sharing = Map.groupBy(events.keys(), (index) => attempts[index]!.outcome.detail)
    const words = new Map<string, string>()
    for (const [detail, places] of sharing)
      if (detail !== undefined) {
        const sharers = places.map((index) => events[index]!)
        words.set(detail, redactDetail(detail, sharers))
      }
    if (words.size === 0) return attempts
    return attempts.map((attempt) => {
      const { detail } = attempt.outcome
      if (detail === undefined) return attempt
      return { ...attempt, outcome: { ...attempt.outcome, detail: words.get(detail)! } }
    })
  }
}

/** Also what is left of the value where the words were cut. */
function withoutValue(words: string, value: string): string {
  const whole = words.replaceAll(value, mask)
  for (let length = Math.min(value.length - 1, whole.length); length >= 2 * shortest; length--)
    if (whole.endsWith(value.slice(0, length))) return whole.slice(0, -length) + mask
  return whole
}

/** Whether the words hold some text of the value. Few repeat any, and what is personal costs more to tell. */
function containsText(words: string, value: unknown): boolean {
  if (typeof value === 'string') return value.length >= shortest && words.includes(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((inner) => containsText(words, inner))
}

/** The texts that the schema calls personal. */
function* personalIn(schema: TSchema, value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (value.length >= shortest && isPersonal(schema)) yield value
  } else if (Array.isArray(value)) {
    const items = itemsOf(schema)
    if (items) for (const element of value) yield* personalIn(items, element)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const member = memberOf(schema, name)
      if (member) yield* personalIn(member, inner)
    }
  }
}

/** A target's field says how it is normalised, a context field that it is personal. */
function isPersonal(schema: TSchema): boolean {
  const { normalise, anyOf = [] } = keywordsOf(schema)
  return (
    normalise !== undefined || ('personal' in schema && schema.personal === true) || anyOf.some(isPersonal)
  )
}
