/** Translation layer: finds the list of records in a payload that wraps it. Pure. */
import { isPlainObject } from '../../linkage/values.ts'

/** Names that usually hold lists of records. `items` is not among them: it belongs to an order. */
const wrappers = new Set(
  (
    'data results result records record rows row events event entries entry list values value hits contacts contact customers ' +
    'customer orders order leads lead users user members messages objects payload batch transactions invoices products people ' +
    'persons subscribers response body content feed export'
  ).split(' '),
)

/** Returns the dotted path of the list; undefined if the value is a record itself, or a list of records. */
export function detectRecords(value: unknown, isXml: boolean): string | undefined {
  const path: string[] = []
  let at = value
  for (let depth = 0; depth < 4 && isPlainObject(at); depth++) {
    const entries = Object.entries(at)
    const lists = entries.filter(
      ([name, member]) => isList(member) && (isXml || wrappers.has(name.toLowerCase())),
    )
    if (lists.length === 1 && isEnvelope(entries, lists[0]![0], isXml))
      return [...path, lists[0]![0]].join('.')
    const inner = entries.filter(
      ([name, member]) => isPlainObject(member) && (isXml || wrappers.has(name.toLowerCase())),
    )
    if (inner.length !== 1 || lists.length > 0 || !isEnvelope(entries, inner[0]![0], isXml)) break
    path.push(inner[0]![0])
    at = inner[0]![1]
  }
  // The root element of XML wraps the record, as can a single element in it.
  return isXml && path.length > 0 ? path.join('.') : undefined
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isPlainObject)
}

/** Returns true if all other members describe the payload instead of a record. */
function isEnvelope(entries: readonly [string, unknown][], name: string, isXml: boolean): boolean {
  return entries.every(
    ([other, value]) =>
      other === name ||
      metadata.test(other) ||
      (isXml && /^xmlns|schemaLocation|^xsi_/i.test(other)) ||
      value === null,
  )
}

const metadata =
  /^(meta|metadata|links?|paging|pagination|page|pages|page_?size|per_?page|limit|offset|count|total|total_?(count|results|pages|items)?|next|next_?(page|cursor)?|previous|prev|cursor|has_?more|status|success|ok|code|errors?|message|version|object|type|took|timed_out|time|timestamp|date|generated_?(at)?|exported_?(at)?|created_?(at)?|source|url|id|request_?id|kind|etag|self|first|last)$/i
