/** Translation layer: scores the events that a record may be, by the sender, by a field that names the event and by the fields it has. Pure. */
import { nameProblems } from '../../../schemas/event_type.ts'
import { eventTypes, nearestEventName } from '../../../schemas/event_types.ts'
import type { Translation } from '../../../schemas/translation.ts'
import type { FieldInference } from './infer.ts'
import { snakeName } from '../formats/names.ts'
import type { PayloadShape } from './senders/shape.ts'
import { namesIn } from './suggest_links.ts'
import { eventSynonyms, eventPatterns } from './synonyms.ts'

export type LinkedEventName = Translation['event']['name']

/** An event that a record may be. */
export interface EventCandidate {
  name: LinkedEventName
  /** The standard event type whose fields the record's are compared with; empty if there is none. */
  type: string
  /** From 0 to 1. */
  score: number
  /** The evidence, in words. */
  reasons: readonly string[]
  /** Required fields of the type that no field fills. */
  missing: readonly string[]
  /** True if an event type of that name must be defined first. */
  isNew: boolean
}

type Scored = Omit<EventCandidate, 'missing'>

/** Names of fields that often name the event. */
const eventFieldNames = new Set(
  'event event_name event_type eventtype topic action trigger hook webhook_event type ereignis notification_type trigger_event event_action'.split(
    ' ',
  ),
)

const maxCandidates = 5

/** Returns the candidates, the best first. `record`: the name of the element that a record is in. */
export function candidatesOf(
  fields: readonly FieldInference[],
  shape: PayloadShape | undefined,
  record: string | undefined,
): readonly Scored[] {
  const known = shape?.event && bySender(shape, shape.event, fields)
  const named = known ?? byEventField(fields)
  const others = byFields(fields, record)
    .filter(({ type }) => type !== named?.type)
    // What a known sender says counts more than names of fields.
    .map((each) => (known ? { ...each, score: each.score / 2 } : each))
  return [...(named ? [named] : []), ...others].toSorted((a, b) => b.score - a.score).slice(0, maxCandidates)
}

/** Returns what a chosen name means for these fields. */
export function eventOf(
  name: LinkedEventName,
  fields: readonly FieldInference[],
): Pick<Scored, 'name' | 'type' | 'isNew'> {
  const names = 'const' in name ? [name.const] : Object.values(name.values ?? textsOf(name.from, fields))
  const type = names.find((each) => eventTypes.has(each)) ?? ''
  return { name, type, isNew: names.some((each) => !eventTypes.has(each)) }
}

function textsOf(path: string, fields: readonly FieldInference[]): readonly string[] {
  const field = fields.find((each) => each.path === path)
  return field?.texts ?? field?.examples.map(String) ?? []
}

function bySender(
  { title, thing, docs }: PayloadShape,
  event: LinkedEventName,
  fields: readonly FieldInference[],
): Scored {
  const reasons = [`The shape is that of ${title}, ${thing.replaceAll('_', ' ')} (${docs})`]
  const score = 0.98
  if ('const' in event || event.values === undefined) return { ...eventOf(event, fields), score, reasons }
  // Values that the sender's table does not list are added, so that the sample becomes events.
  const texts = textsOf(event.from, fields)
  const own = texts
    .filter((text) => !Object.hasOwn(event.values!, text))
    .map((text) => [text, eventNameFor(text)])
  const values = {
    ...event.values,
    ...Object.fromEntries(own.filter(([, name]) => nameProblems(name!).length === 0)),
  }
  const seen = texts.map((text) => values[text]).filter((name) => name !== undefined)
  const type = seen.find((name) => eventTypes.has(name)) ?? ''
  return {
    name: { from: event.from, values },
    type,
    isNew: seen.some((name) => !eventTypes.has(name)),
    score,
    reasons: [...reasons, `${event.from} is ${texts.slice(0, 3).join(', ')}`],
  }
}

/** Returns the standard or snake_case event name for the value of a field that names events: `orders/paid` → `purchase`. */
export function eventNameFor(value: string): string {
  const name = snakeName(value).replace(/_+/g, '_')
  if (eventTypes.has(name)) return name
  return eventPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? nearestEventName(name) ?? name
}

function byEventField(fields: readonly FieldInference[]): Scored | undefined {
  const field = fields.find(
    ({ path, type, examples, inList }) =>
      !inList &&
      type === 'text' &&
      eventFieldNames.has(snakeName(path.split('.').at(-1)!)) &&
      examples.length > 0 &&
      examples.every((value) => typeof value === 'string' && isEventWord(value)),
  )
  if (!field) return undefined
  const texts = field.texts?.filter(isEventWord) ?? []
  const values = Object.fromEntries(texts.map((text) => [text, eventNameFor(text)]))
  const names = Object.values(values)
  const type = names.find((name) => eventTypes.has(name)) ?? ''
  const isSame = texts.every((text) => values[text] === text)
  return {
    name: { from: field.path, ...(!isSame && { values }) },
    type,
    score: type === '' ? 0.8 : 0.9,
    reasons: [`${field.path} names the event: ${texts.slice(0, 3).join(', ')}`],
    isNew: names.some((name) => !eventTypes.has(name)),
  }
}

/** Returns true for a word that names an event rather than a kind of object. */
function isEventWord(value: string): boolean {
  if (value.length > 64 || !/^[A-Za-z][\w./: -]*$/.test(value)) return false
  const name = eventNameFor(value)
  return eventTypes.has(name) || (nameProblems(name).length === 0 && /[./_: -]|[a-z][A-Z]/.test(value))
}

interface Hint {
  event: string
  names: RegExp
  minMatches?: number
  needsPerson?: boolean
  score: number
}

// The time at which a record was made tells nothing about the event.
const hints: readonly Hint[] = [
  { event: 'refund', names: /refund(?!able)|erstattung|gutschrift|chargeback/, score: 0.95 },
  { event: 'search', names: /^(search_term|search_query|suchbegriff|query|searchterm)$/, score: 0.6 },
  { event: 'donate', names: /donation|spende|donor/, score: 0.9 },
  {
    event: 'schedule',
    names: /appointment|booking|start_time|invitee|reservation|termin(?!al)|slot|guests|check_in/,
    minMatches: 2,
    score: 0.7,
  },
  { event: 'start_trial', names: /trial_(start|end)/, score: 0.7 },
  {
    event: 'subscribe',
    names: /newsletter|list_id|subscri|opt_?in|mailing/,
    needsPerson: true,
    score: 0.6,
  },
  { event: 'download', names: /download|file_name/, score: 0.6 },
  { event: 'login', names: /^(login|last_login|login_at|login_method)$/, score: 0.55 },
  {
    event: 'lead',
    names:
      /^(company|firma|message|nachricht|job_title|lead_source|lead_status|lead|form_id|form_name|budget|interest|comments?|lifecycle_?stage|lifecyclestage|hs_lead_status|campaign_id|ad_id|leadgen_id|deal_stage|stage|entreprise|empresa|anfrage|enquiry|inquiry|subject|betreff|company_name|account_name)$/,
    needsPerson: true,
    score: 0.6,
  },
  {
    event: 'sign_up',
    names: /regist|sign_?up|password|date_joined|^(username|account_created)$/,
    needsPerson: true,
    score: 0.6,
  },
  {
    event: 'page_view',
    names: /^(page_url|url|path|request|referr?er|page_title|user_agent|remote_addr|status|uri)$/,
    minMatches: 2,
    score: 0.55,
  },
]

function byFields(fields: readonly FieldInference[], record: string | undefined): readonly Scored[] {
  const filled = fields.filter(({ examples }) => examples.length > 0)
  const namesOf = (some: readonly FieldInference[]): ReadonlySet<string> =>
    new Set(
      some.flatMap((field) => {
        const parts = namesIn(field)
        return [
          parts.at(-1)!,
          parts.slice(-2).join('_'),
          parts.join('_'),
          ...(record !== undefined && parts.length === 1 ? [`${record}_${parts[0]!}`] : []),
        ]
      }),
    )
  const names = namesOf(filled)
  const outer = namesOf(filled.filter(({ inList }) => !inList))
  const hasPerson = [...names].some((name) =>
    /mail|courriel|correo|phone|telefon|first_?name|vorname/.test(name),
  )
  const scored = new Map<string, Scored>()
  const add = (event: string, score: number, reason: string): void => {
    const before = scored.get(event)
    scored.set(event, {
      name: { const: event },
      type: event,
      isNew: false,
      score: Number(Math.min(0.97, (before?.score ?? 0) + score).toFixed(2)),
      reasons: [...(before?.reasons ?? []), reason],
    })
  }
  for (const { event, names: pattern, minMatches = 1, needsPerson, score } of hints) {
    const matching = [...names].filter((name) => pattern.test(name))
    if (matching.length >= minMatches && (!needsPerson || hasPerson))
      add(event, score, `it has ${matching.slice(0, 3).join(', ')}`)
  }
  for (const [field, score, reason] of purchaseEvidence)
    if ([field, ...(eventSynonyms[field] ?? [])].some((name) => outer.has(name)))
      add('purchase', score, reason)
  if (record !== undefined && /order|bestell|auftrag|commande|pedido/.test(record))
    add('purchase', 0.15, `each record is named ${record}`)
  if (hasPerson) add('lead', scored.has('lead') ? 0 : 0.35, 'it identifies a person')
  return [...scored.values()].map(({ reasons, ...each }) => ({
    ...each,
    reasons: [`It looks like ${each.type}: ${reasons.join('; ')}`],
  }))
}

const purchaseEvidence: readonly (readonly [field: string, score: number, reason: string])[] = [
  ['transaction_id', 0.45, 'it has an order number'],
  ['value', 0.25, 'it has a value'],
  ['currency', 0.15, 'it has a currency'],
  ['items', 0.35, 'it has a list of products'],
]
