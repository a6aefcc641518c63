/** Translation layer: suggests the event name of a record, from a field that names the event or from the fields it has. Pure. */
import { nameProblems } from '../../../schemas/event_type.ts'
import { eventTypes, nearestEventName } from '../../../schemas/event_types.ts'
import type { Translation } from '../../../schemas/translation.ts'
import type { FieldInference } from './infer.ts'
import { snakeName } from '../formats/names.ts'
import { eventSynonyms, eventPatterns } from './synonyms.ts'

export interface EventSuggestion {
  name: Translation['event']['name']
  /** The standard event type whose fields the record's are compared with. */
  type: string
  why: string
  /** True if an event type of that name must be defined first. */
  isNew: boolean
}

/** Names of fields that often name the event. */
const eventFieldNames = new Set(
  'event event_name event_type eventtype topic action trigger hook webhook_event type ereignis notification_type trigger_event event_action'.split(
    ' ',
  ),
)

export function suggestEvent(fields: readonly FieldInference[]): EventSuggestion {
  return byEventField(fields) ?? byFields(fields)
}

/** Returns the standard or snake_case event name for the value of a field that names events: `orders/paid` → `purchase`. */
export function eventNameFor(value: string): string {
  const name = snakeName(value).replace(/_+/g, '_')
  if (eventTypes.has(name)) return name
  return eventPatterns.find(([pattern]) => pattern.test(name))?.[1] ?? nearestEventName(name) ?? name
}

function byEventField(fields: readonly FieldInference[]): EventSuggestion | undefined {
  const field = fields.find(
    ({ path, type, examples, inList }) =>
      !inList &&
      type === 'text' &&
      eventFieldNames.has(snakeName(path.split('.').at(-1)!)) &&
      examples.length > 0 &&
      examples.every((value) => typeof value === 'string' && isEventWord(value)),
  )
  if (!field) return undefined
  const texts = field.examples as readonly string[]
  const values = Object.fromEntries(texts.map((text) => [text, eventNameFor(text)]))
  const names = Object.values(values)
  const type = names.find((name) => eventTypes.has(name)) ?? names[0]!
  const isSame = texts.every((text) => values[text] === text)
  return {
    name: { from: field.path, ...(!isSame && { values }) },
    type,
    why: `${field.path} names the event: ${texts.map((text) => text.slice(0, 64)).join(', ')}.`,
    isNew: names.some((name) => !eventTypes.has(name)),
  }
}

/** Returns true for a word that names an event rather than a kind of object. */
function isEventWord(value: string): boolean {
  if (value.length > 64 || !/^[A-Za-z][\w./: -]*$/.test(value)) return false
  const name = eventNameFor(value)
  return eventTypes.has(name) || (nameProblems(name).length === 0 && /[./_: -]|[a-z][A-Z]/.test(value))
}

const hints: readonly [event: string, names: RegExp, minMatches: number][] = [
  ['refund', /refund|erstattung|gutschrift/, 1],
  ['search', /^(search_term|search_query|suchbegriff|query|searchterm)$/, 1],
  ['donate', /donation|spende|donor/, 1],
  ['schedule', /appointment|booking|start_time|invitee|reservation|termin|slot|guests|check_in/, 2],
  ['start_trial', /trial_(start|end)/, 1],
  ['subscribe', /newsletter|list_id|subscri|opt_?in|mailing/, 1],
  ['download', /download|file_name/, 1],
  ['login', /^(login|last_login|login_at|login_method)$/, 1],
  [
    'lead',
    /^(company|firma|message|nachricht|job_title|lead_source|lead_status|lead|form_id|form_name|budget|interest|comments?|lifecycle_?stage|lifecyclestage|hs_lead_status|campaign_id|ad_id|leadgen_id|deal_stage|stage|entreprise|empresa|anfrage|enquiry|inquiry|subject|betreff|company_name|account_name)$/,
    1,
  ],
  ['sign_up', /regist|sign_?up|password|date_joined|^(created_at|username|account_created)$/, 1],
  ['page_view', /^(page_url|url|path|request|referr?er|page_title|user_agent|remote_addr|status|uri)$/, 2],
]

function byFields(fields: readonly FieldInference[]): EventSuggestion {
  const names = fields.flatMap(({ path }) => [
    snakeName(path.split('.').at(-1)!),
    snakeName(path.replaceAll('.', '_')),
  ])
  const has = (field: string): boolean =>
    names.some((name) => name === field || eventSynonyms[field]!.includes(name))
  const hasPerson = names.some((name) => /mail|courriel|correo|phone|telefon|first_?name|vorname/.test(name))
  if (hints[0]![1].test(names.join(' '))) return suggested('refund', 'a field name mentions a refund')
  if (has('transaction_id') && (has('value') || has('items') || has('currency')))
    return suggested('purchase', 'it has an order number and a value, currency or list of products')
  for (const [event, pattern, minMatches] of hints) {
    const count = new Set(names.filter((name) => pattern.test(name))).size
    if (count >= minMatches && (!['lead', 'sign_up', 'subscribe'].includes(event) || hasPerson))
      return suggested(event, `it has ${names.find((name) => pattern.test(name))!}`)
  }
  if (has('items') && has('value')) return suggested('purchase', 'it has products and a value')
  if (hasPerson) return suggested('lead', 'it identifies a person')
  return {
    name: { const: 'data_received' },
    type: '',
    why: 'No field indicates the event: enter a name.',
    isNew: true,
  }
}

function suggested(name: string, because: string): EventSuggestion {
  return {
    name: { const: name },
    type: name,
    why: `It looks like ${name}: ${because}.`,
    isNew: false,
  }
}
