/** Event: finds the event fields whose names are probably meant as those of known fields. After the event is read, for its row. */
import { contextNames } from '../../schemas/context.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { maxNearLength, nearNames } from '../../schemas/near_names.ts'
import type { FieldHint } from '../../schemas/warehouse/hints.ts'
import { describeGot } from './violations.ts'

type Members = Readonly<Record<string, unknown>>

/** Maximum number of unknown fields of one event that are compared, of hints of one event, and of names of a type whose result is kept. A
 * hostile event has thousands of unknown names. */
const most = { compared: 100, hints: 20, kept: 500 } as const

/** What is known of an unknown name: all of its hint but what the event has, and the start of the hint's JSON text. */
interface Meant extends Omit<FieldHint, 'got'> {
  start: string
}

type Found = readonly (readonly [meant: Meant, value: unknown])[]

const none: Found = []

/** Creates the function that returns the hints of an event of the type, from its event fields. `moved` names context fields among them that
 * break their definition: they have violations. The same event has the same hints everywhere. */
export function compileHints({
  fields,
}: Pick<EventType, 'fields'>): (data: Members, moved: readonly string[]) => Found {
  let near: ReturnType<typeof nearNames> | undefined
  /** Unknown name → its hint, or null. Producers send the same names again and again. */
  const kept = new Map<string, Meant | null>()
  const meantBy = (name: string): Meant | null => {
    const known = kept.get(name)
    if (known !== undefined) return known
    if (contextNames.has(name)) return keep(name, name)
    if (name.length > maxNearLength || !name.isWellFormed()) return null
    near ??= nearNames([...Object.keys(fields), ...contextNames])
    return keep(name, near(name))
  }
  const keep = (name: string, field: string | undefined): Meant | null => {
    const meant = field === undefined ? null : meantAs(name, field)
    if (kept.size >= most.kept) kept.clear()
    kept.set(name, meant)
    return meant
  }
  return (data, moved) => {
    let found: (readonly [Meant, unknown])[] | undefined
    let compared = 0
    for (const name in data) {
      if (Object.hasOwn(fields, name) || moved.includes(name)) continue
      const meant = meantBy(name)
      if (meant !== null) (found ??= []).push([meant, data[name]])
      if (++compared === most.compared || found?.length === most.hints) break
    }
    return found ?? none
  }
}

function meantAs(name: string, known: string): Meant {
  const hint: Omit<FieldHint, 'got'> = {
    field: `event_data.${name}`,
    kind: known === name ? 'misplaced' : 'similar',
    did_you_mean: known,
  }
  return { ...hint, start: JSON.stringify(hint).slice(0, -1) }
}

export function hintsOf(found: Found): readonly FieldHint[] {
  return found.map(([{ field, kind, did_you_mean }, value]) => ({
    field,
    kind,
    did_you_mean,
    got: describeGot(value),
  }))
}

/** Returns the JSON texts of the hints, separated by commas; empty for none. What is got has no character that JSON escapes. */
export function hintTexts(found: Found): string {
  let text = ''
  for (const [{ start }, value] of found)
    text += `${text === '' ? '' : ','}${start},"got":"${describeGot(value)}"}`
  return text
}
