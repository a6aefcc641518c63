/** Linkage layer: finds links by which a personal value would leave as plain text although the target takes it hashed. Only a personal field
 * of the target has its values hashed; beside it, nothing would. */
import type { TSchema } from 'typebox'
import { contextNames } from '../../schemas/context.ts'
import type { Link } from '../../schemas/link.ts'
import type { Target } from '../targets/target.ts'
import type { Problem } from './check.ts'
import { fieldAt, itemsOf, keywordsOf } from './keywords.ts'
import { usesOf, type Use } from './uses.ts'

/** One problem for each place a link brings such a value to. A target that takes the value as it is, too, has none. */
export function exposures(link: Link, target: Target): Problem[] {
  const { linkage, linkageByEvent = {}, fields } = target
  if (linkage === 'event' || !fields) return []
  const hashedIn = new Map<string, string>()
  const plain = new Set<string>()
  for (const own of [linkage, ...Object.values(linkageByEvent)])
    for (const { name, field } of carried(own, fields))
      if (!isHashed(fields, field)) plain.add(name)
      else if (!hashedIn.has(name)) hashedIn.set(name, field)
  return carried(link, fields).flatMap(({ name, field }) => {
    const proper = plain.has(name) ? undefined : hashedIn.get(name)
    if (proper === undefined || isHashed(fields, field)) return []
    const message = `"${name}" is personal and would leave as plain text; the target takes it hashed, in "${proper}".`
    return [{ field, message }]
  })
}

/** The context fields whose values a link carries over, and the target fields they go to. */
function carried(link: Link, fields: TSchema): readonly { name: string; field: string }[] {
  return usesOf(link, fields).flatMap((use) => {
    const name = contextField(use)
    return name === undefined ? [] : [{ name, field: use.field }]
  })
}

function contextField({ path, within, kind, isLookedUp }: Use): string | undefined {
  const name = path.replace(/^event_data\./, '')
  return kind === 'value' && within === undefined && !isLookedUp && contextNames.has(name) ? name : undefined
}

/** Whether what goes to this field, such as `user_data.em[]`, is hashed. */
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
