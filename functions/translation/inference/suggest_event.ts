/** Translation layer: suggests which event a record is, by a field that says so or by the fields it has. Pure. */
import { nameProblems } from '../../../schemas/event_type.ts'
import { eventTypes, nearestEventName } from '../../../schemas/event_types.ts'
import type { Translation } from '../../../schemas/translation.ts'
import type { FieldInference } from './infer.ts'
import { snakeName } from '../formats/names.ts'
import { eventSynonyms, eventWords } from './synonyms.ts'

export interface EventSuggestion {
  name: Translation['event']['name']
  /** The standard event type whose fields the record's are compared with. */
  type: string
  why: string
  /** Whether an event type of that name must be defined first. */
  isNew: boolean
}

const sayingNames = new Set(
  'event event_name event_type eventtype topic action trigger hook webhook_event type ereignis notification_type trigger_event event_action'.split(
    ' ',
  ),
)

export function suggestEvent(fields: readonly FieldInference[]): EventSuggestion {
  return bySaying(fields) ?? byFields(fields)
}

/** Standard or snake_case name for the value of a field that names events: `orders/paid` → `purchase`. */
export function eventNameFor(value: string): string {
  const name = snakeName(value).replace(/_+/g, '_')
  if (eventTypes.has(name)) return name
  return eventWords.find(([pattern]) => pattern.test(name))?.[1] ?? nearestEventName(name) ?? name
}

function bySaying(fields: readonly FieldInference[]): EventSuggestion | undefined {
  const found = fields.find(
    ({ path, type, examples, inList }) =>
      !inList &&
      type === 'text' &&
      sayingNames.has(snakeName(path.split('.').at(-1)!)) &&
      examples.length > 0 &&
      examples.every((value) => typeof value === 'string' && isEventWord(value)),
  )
  if (!found) return undefined
  const texts = found.examples as readonly string[]
  const values = Object.fromEntries(texts.map((text) => [text, eventNameFor(text)]))
  const names = Object.values(values)
  const type = names.find((name) => eventTypes.has(name)) ?? names[0]!
  const isSame = texts.every((text) => values[text] === text)
  return {
    name: { from: found.path, ...(!isSame && { values }) },
    type,
    why: `${found.path} says what has happened: ${texts.map((text) => text.slice(0, 64)).join(', ')}.`,
    isNew: names.some((name) => !eventTypes.has(name)),
  }
}

/** A word that can name an event, and not only a kind of thing. */
function isEventWord(value: string): boolean {
  if (value.length > 64 || !/^[A-Za-z][\w./: -]*$/.test(value)) return false
  const name = eventNameFor(value)
  return eventTypes.has(name) || (nameProblems(name).length === 0 && /[./_: -]|[a-z][A-Z]/.test(value))
}

const hints: readonly [event: string, names: RegExp, least: number][] = [
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
  const person = names.some((name) => /mail|courriel|correo|phone|telefon|first_?name|vorname/.test(name))
  if (hints[0]![1].test(names.join(' '))) return suggested('refund', 'a refund is spoken of')
  if (has('transaction_id') && (has('value') || has('items') || has('currency')))
    return suggested('purchase', 'it has the number of an order and what it is worth')
  for (const [event, pattern, least] of hints) {
    const count = new Set(names.filter((name) => pattern.test(name))).size
    if (count >= least && (!['lead', 'sign_up', 'subscribe'].includes(event) || person))
      return suggested(event, `it has ${names.find((name) => pattern.test(name))!}`)
  }
  if (has('items') && has('value')) return suggested('purchase', 'it has products and what they are worth')
  if (person) return suggested('lead', 'it says who somebody is')
  return {
    name: { const: 'data_received' },
    type: '',
    why: 'Nothing tells what has happened: give it a name.',
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
