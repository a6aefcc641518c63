/** Linkage layer: finds links that would send a personal value as plain text although the target accepts it hashed. Values are hashed only
 * in the target's personal fields. */
import type { TSchema } from 'typebox'
import { contextNames } from '../../schemas/context.ts'
import type { Link } from '../../schemas/link.ts'
import type { Target } from '../targets/target.ts'
import type { Problem } from './check.ts'
import { fieldAt, itemsOf, keywordsOf } from './keywords.ts'
import { usesOf, type Use } from './uses.ts'

/** Returns a problem for each field that would get such a value. If the target's own links also send the value as plain text, there is
 * none. */
export function exposures(link: Link, target: Target): Problem[] {
  const { linkage, linkageByEvent = {}, fields } = target
  if (linkage === 'event' || !fields) return []
  const hashedIn = new Map<string, string>()
  const plain = new Set<string>()
  for (const targetLink of [linkage, ...Object.values(linkageByEvent)])
    for (const { name, field } of contextFieldUses(targetLink, fields))
      if (!isHashed(fields, field)) plain.add(name)
      else if (!hashedIn.has(name)) hashedIn.set(name, field)
  return contextFieldUses(link, fields).flatMap(({ name, field }) => {
    const hashedField = plain.has(name) ? undefined : hashedIn.get(name)
    if (hashedField === undefined || isHashed(fields, field)) return []
    const message = `"${name}" is personal and would be sent as plain text. Use "${hashedField}", where the target accepts it hashed.`
    return [{ field, message }]
  })
}

/** Returns the context fields whose values a link copies, with the target fields. */
function contextFieldUses(link: Link, fields: TSchema): readonly { name: string; field: string }[] {
  return usesOf(link, fields).flatMap((use) => {
    const name = contextField(use)
    return name === undefined ? [] : [{ name, field: use.field }]
  })
}

function contextField({ path, within, kind, isLookedUp }: Use): string | undefined {
  const name = path.replace(/^event_data\./, '')
  return kind === 'value' && within === undefined && !isLookedUp && contextNames.has(name) ? name : undefined
}

/** True if values of this field, such as `user_data.em[]`, are hashed. */
function isHashed(fields: TSchema, field: string): boolean {
  let at: TSchema | undefined = fields
  for (const name of field.split('.')) {
    const [member = '', ...lists] = name.split('[]')
    at = at && fieldAt(at, member)
    for (const _ of lists) at = at && itemsOf(at)
  }
  return at !== undefined && isHash(at)
}

function isHash(schema: TSchema): boolean {
  const { hash, items, anyOf = [] } = keywordsOf(schema)
  return hash === true || (items !== undefined && isHash(items)) || anyOf.some(isHash)
}
