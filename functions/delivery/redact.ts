/** Delivery: redacts secrets and personal data from the details of outcomes, because third parties may repeat what they were sent. All
 * operators can read outcomes. What survives is safe by its form (functions/privacy/redaction/excerpt.ts). Pure. */
import type { TSchema } from 'typebox'
import { ContextFields } from '../../schemas/context.ts'
import { itemsOf, keywordsOf, memberOf } from '../linkage/keywords.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import { searchEchoes } from '../privacy/redaction/echoes.ts'
import { draftOf, type Draft, type ExcerptRules } from '../privacy/redaction/excerpt.ts'
import { isKnownWord } from '../privacy/redaction/vocabulary.ts'
import { secretFinder } from '../privacy/redaction/secret_fragments.ts'
import { targetVocabulary, plainSettings } from './target_vocabulary.ts'
import { errorCodesOf } from '../targets/error_codes.ts'
import { secretSettings, type Attempt, type LinkedEvent, type Target } from '../targets/target.ts'

/** Headers whose values are the same for everyone. */
const plainHeaders = new Set('content-type content-length accept accept-encoding user-agent'.split(' '))

/** What was sent; of a request that could not be built, only the events. */
interface Sent {
  events: readonly LinkedEvent[]
  request?: HttpRequest | undefined
  response?: HttpResponse
}

/** Returns the function that redacts the details of attempts. */
export function createRedactor(target: Target, settings: Readonly<Record<string, unknown>>) {
  const secrets = [
    ...secretSettings(target).map((name) => settings[name]),
    ...Object.values(settings).map(secretOfAddress),
  ].filter((secret) => typeof secret === 'string')
  const rules: ExcerptRules = {
    names: targetVocabulary(target),
    plain: plainSettings(target, settings),
    findSecrets: secretFinder(secrets, isKnownWord),
  }
  const schema = target.fields ?? ContextFields

  return (attempts: readonly Attempt[], sent: Sent): readonly Attempt[] => {
    const details = new Set(attempts.flatMap(({ outcome: { detail } }) => detail ?? []))
    if (details.size === 0) return attempts
    const codes = errorCodesOf(sent.response)
    const drafts = new Map<string, Draft>()
    for (const detail of details) drafts.set(detail, draftOf(detail, codes, rules))
    const excerpts = excerptsOf(drafts, sent, schema)
    return attempts.map((attempt) => {
      const { detail } = attempt.outcome
      if (detail === undefined) return attempt
      return { ...attempt, outcome: { ...attempt.outcome, detail: excerpts.get(detail)! } }
    })
  }
}

/** Compares all details with all events of the request: a third party may name the wrong event. */
function excerptsOf(
  drafts: ReadonlyMap<string, Draft>,
  { events, request }: Sent,
  schema: TSchema,
): ReadonlyMap<string, string> {
  const search = searchEchoes(new Set([...drafts.values()].flatMap(({ candidates }) => candidates)))
  if (request) for (const value of valuesOfRequest(request)) search.look(value)
  const personal = new Set<string>()
  for (const { fields } of events) {
    if (!search.isDone()) lookIn(fields, search.look)
    for (const value of personalStrings(schema, fields))
      for (const [word] of value.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]*\p{L}[\p{L}\p{M}\p{N}]*/gu))
        personal.add(word)
  }
  return new Map(
    [...drafts].map(([detail, { excerpt }]) => [detail, excerpt(search.echoes, personal)] as const),
  )
}

/** Returns the part of an address that can be a secret: user and password, or the query. */
function secretOfAddress(setting: unknown): string | undefined {
  if (typeof setting !== 'string' || !/^https?:\/\//.test(setting) || !URL.canParse(setting)) return undefined
  const { username, password, search } = new URL(setting)
  return [username, password, ...new URLSearchParams(search).values()].filter(Boolean).join(' ') || undefined
}

/** The values of a request besides its body: tokens, signatures and ids. */
function valuesOfRequest({ url, headers }: HttpRequest): readonly string[] {
  const { username, password, pathname, searchParams } = new URL(url)
  return [
    username,
    password,
    ...pathname.split('/').filter((part) => /\d/.test(part)),
    ...searchParams.values(),
    ...Object.entries(headers).flatMap(([name, value]) =>
      plainHeaders.has(name.toLowerCase()) ? [] : [value],
    ),
  ]
}

/** A name of a field. Other keys of objects can be values, such as an address of email. */
const fieldName = /^[A-Za-z_$][A-Za-z_$.-]{0,63}$/

function lookIn(value: unknown, look: (text: string) => void): void {
  if (typeof value === 'string') look(value)
  else if (typeof value === 'number') look(String(value))
  else if (Array.isArray(value)) for (const element of value) lookIn(element, look)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      if (!fieldName.test(name)) look(name)
      lookIn(inner, look)
    }
}

/** Yields the strings that the schema marks as personal. */
function* personalStrings(schema: TSchema, value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (isPersonal(schema)) yield value
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
