/** Delivery: collects the names that a target and its vendor use, which may be repeated in the details of outcomes. Pure. */
import type { TSchema } from 'typebox'
import { keywordsOf } from '../linkage/keywords.ts'
import { secretSettings, type Target } from '../targets/target.ts'

/** Returns the words of field names, of constants of fields that are not personal, and of event names, in lower case. */
export function targetVocabulary(target: Target): ReadonlySet<string> {
  const names = new Set<string>()
  const add = (name: unknown): void => {
    if (typeof name !== 'string') return
    // `content_ids` is written as two words, `contentIds` as one or two.
    for (const [word] of name.matchAll(/[\p{L}\p{N}]+/gu)) names.add(word.toLowerCase())
    for (const [word] of name.matchAll(/\p{Lu}?\p{Ll}+/gu)) names.add(word.toLowerCase())
  }
  if (target.fields) addSchema(target.fields, add)
  Object.keys(target.settings.properties).forEach(add)
  const { events, otherEvents } = target
  if (typeof events === 'object') Object.values(events).forEach(add)
  if (typeof otherEvents === 'object') add(otherEvents?.name)
  add(target.name)
  add(target.title)
  return names
}

/** Returns the plain settings of a destination, such as the id of the account. Addresses are left out: they can contain credentials. */
export function plainSettings(
  target: Target,
  settings: Readonly<Record<string, unknown>>,
): readonly string[] {
  const secret = new Set(secretSettings(target))
  return Object.entries(settings).flatMap(([name, value]) => {
    const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
    return !secret.has(name) && /^[\w./-]{2,200}$/.test(text) ? [text, ...text.split('/')] : []
  })
}

function addSchema(schema: TSchema, add: (name: unknown) => void): void {
  const {
    properties = {},
    items,
    anyOf = [],
    allOf = [],
    normalize,
    const: only,
    enum: several = [],
  } = keywordsOf(schema)
  if (normalize === undefined) [only, ...several].forEach(add)
  for (const [name, member] of Object.entries(properties)) {
    add(name)
    addSchema(member, add)
  }
  for (const inner of [...(items ? [items] : []), ...anyOf, ...allOf]) addSchema(inner, add)
}
