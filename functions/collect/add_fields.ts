/** Web door: adds to an event what its request says about the browser. Only adds: what the page sent stays, except that an opt-out wins. Pure. */
import { contextChecks } from '../event/checks.ts'
import { isBot } from '../event/bots.ts'
import { mergeContextGroup, type ParsedEvent } from '../event/context_group.ts'
import { members, objectText } from '../event/json_members.ts'
import { compileAddress } from '../event/page_address.ts'

/** What a request says about its browser. */
export interface PageVisit {
  /** Undefined if it is not known. */
  address: string | undefined
  userAgent: string | undefined
  /** True if the browser sent Global Privacy Control. https://www.w3.org/TR/gpc/#the-sec-gpc-header-field-for-http-requests */
  optsOut: boolean
  /** Context field → id of its cookies. */
  ids: ReadonlyMap<string, string>
}

const clickIdsOf = compileAddress({ clickIds: true })

/** An event as `store` will read its name and context fields: with the group `contextFields` merged. */
export function readPageEvent(text: string): ParsedEvent {
  return mergeContextGroup({ text, parsed: JSON.parse(text) as ParsedEvent['parsed'] })
}

/** Returns the text of an event with the fields that it does not have. `given` is the event that the text is of. A value that would break the definition
 * of its field is not added. */
export function withVisit(
  text: string,
  { parsed: given }: ParsedEvent,
  { address, userAgent, optsOut, ids }: PageVisit,
): string {
  const added = new Map<string, string>()
  const add = (field: string, value: string | boolean | undefined): void => {
    if (value === undefined || Object.hasOwn(given, field) || added.has(field)) return
    if (contextChecks.get(field)!.accepts(value)) added.set(field, JSON.stringify(value))
  }
  add('ip', address)
  add('user_agent', userAgent)
  if (userAgent !== undefined && isBot(userAgent)) add('is_bot', true)
  const pageUrl = given['page_url']
  // The address of the page is of this click; a cookie can be of an earlier one.
  if (typeof pageUrl === 'string') for (const [field, id] of clickIdsOf(pageUrl)) add(field, id)
  for (const [field, id] of ids) add(field, id)
  if (optsOut) added.set('gpc', 'true')
  if (added.size === 0) return text
  const all = members(text)
  for (const [field, value] of added) all.set(field, value)
  return objectText(all)
}
