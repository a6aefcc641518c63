/** Event: renames the fields of an event that its definition accepts under other names, before the event is read. Pure. */
import { aliasesOf } from '../../schemas/aliases.ts'
import { contextNames } from '../../schemas/context.ts'
import type { EventType } from '../../schemas/event_type.ts'
import type { FieldHint } from '../../schemas/warehouse/hints.ts'
import type { ParsedEvent } from './context_group.ts'
import { members, objectText } from './json_members.ts'
import { isObject } from './split_fields.ts'
import { describeGot } from './violations.ts'

type Members = Readonly<Record<string, unknown>>

/** Creates the function that renames the fields of an event that the definition or the context accepts under other names, with a hint for each;
 * undefined if they have no aliases. A field that the event also has under its own name is not replaced: then the alias is an unknown field.
 * Context fields are renamed at the top level only, event fields also in `event_data`. */
export function compileAliases(
  type: Pick<EventType, 'aliases' | 'fields'>,
  ofContext?: Readonly<Record<string, string>>,
): ((event: ParsedEvent) => ParsedEvent) | undefined {
  const all = aliasesOf(type, ofContext)
  if (all.size === 0) return undefined
  const ofFields = new Map([...all].filter(([, field]) => !contextNames.has(field)))
  return (event) => {
    const { text, parsed } = event
    const nested = isObject(parsed['event_data']) ? parsed['event_data'] : {}
    const given = new Set(
      [...all.values()].filter(
        (field) => Object.hasOwn(parsed, field) || (!contextNames.has(field) && Object.hasOwn(nested, field)),
      ),
    )
    const beside = aliasesIn(parsed, all, given)
    const inside = aliasesIn(nested, ofFields, given)
    if (beside.size === 0 && inside.size === 0) return event
    const top = members(text)
    if (inside.size > 0) top.set('event_data', renamed(members(top.get('event_data')!), inside))
    const named = renamed(top, beside)
    return {
      ...event,
      text: named,
      parsed: JSON.parse(named) as Members,
      hints: [...hintsOf(parsed, beside), ...hintsOf(nested, inside)],
    }
  }
}

/** Returns the aliases that the object has, each with its field, and adds these fields to `given`. Of several for one field, the first of the
 * definition counts. */
function aliasesIn(
  object: Members,
  aliases: ReadonlyMap<string, string>,
  given: Set<string>,
): ReadonlyMap<string, string> {
  const used = new Map<string, string>()
  for (const [alias, field] of aliases) {
    if (!Object.hasOwn(object, alias) || given.has(field)) continue
    used.set(alias, field)
    given.add(field)
  }
  return used
}

function renamed(texts: ReadonlyMap<string, string>, names: ReadonlyMap<string, string>): string {
  return objectText(Array.from(texts, ([name, text]) => [names.get(name) ?? name, text] as const))
}

function hintsOf(values: Members, names: ReadonlyMap<string, string>): readonly FieldHint[] {
  return Array.from(names, ([alias, field]) => ({
    field: `event_data.${alias}`,
    kind: 'alias',
    did_you_mean: field,
    got: describeGot(values[alias]),
  }))
}
