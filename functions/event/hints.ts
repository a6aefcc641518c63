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

const none: readonly FieldHint[] = []

/** Creates the function that returns the hints of an event of the type, from its event fields. `moved` names context fields among them that
 * break their definition: they have violations. The same event has the same hints everywhere. */
export function compileHints({
  fields,
}: Pick<EventType, 'fields'>): (data: Members, moved: readonly string[]) => readonly FieldHint[] {
  let near: ReturnType<typeof nearNames> | undefined
  /** Unknown name → the known one, or null. Producers send the same names again and again. */
  const kept = new Map<string, string | null>()
  const meantBy = (name: string): string | null => {
    const known = kept.get(name)
    if (known !== undefined) return known
    if (contextNames.has(name)) return name
    if (name.length > maxNearLength || !name.isWellFormed()) return null
    near ??= nearNames([...Object.keys(fields), ...contextNames])
    const meant = near(name) ?? null
    if (kept.size >= most.kept) kept.clear()
    kept.set(name, meant)
    return meant
  }
  return (data, moved) => {
    let hints: FieldHint[] | undefined
    let compared = 0
    for (const name in data) {
      if (Object.hasOwn(fields, name) || moved.includes(name)) continue
      const meant = meantBy(name)
      if (meant !== null) {
        hints ??= []
        hints.push({
          field: `event_data.${name}`,
          kind: meant === name ? 'misplaced' : 'similar',
          did_you_mean: meant,
          got: describeGot(data[name]),
        })
      }
      if (++compared === most.compared || hints?.length === most.hints) break
    }
    return hints ?? none
  }
}
