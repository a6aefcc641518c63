/** Creator: the events that a translation makes of the records, and what is wrong with each, by the checks of the store. Pure. */
import type { Definition } from '../../schemas/definition.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { EventType } from '../../schemas/event_type.ts'
import type { Translation } from '../../schemas/translation.ts'
import { contextChecks } from '../../functions/event/checks.ts'
import { withSaved, type Registry } from '../../functions/event/registry.ts'
import { isPlainObject, type Members } from '../../functions/linkage/values.ts'
import { compileTranslation } from '../../functions/translation/translate.ts'

export interface ResultViolation {
  field: string
  words: string
}

/** What became of one record, or of one element of the list it is split by. */
export interface RecordResult {
  /** Index of the record. */
  record: number
  event?: Members
  faults: readonly ResultViolation[]
}

/** The event types that are known: those of the code, the saved ones, and the draft in the place of its saved versions. */
export function registryWith(saved: Iterable<EventType>, draft: Definition | undefined): Registry {
  return withSaved([...saved, ...(draft ? [eventTypeOf(draft)] : [])])
}

/** One result for each event that would be made. Throws, in words, on a translation that cannot be. */
export function resultsOf(translation: Translation, records: readonly Members[]): readonly RecordResult[] {
  const translate = compileTranslation(translation)
  return records.flatMap((record, index) =>
    translate(record).map((each): RecordResult =>
      'event' in each
        ? { record: index, event: each.event, faults: [] }
        : {
            record: index,
            faults: each.violations.map(({ field, expected, got }) => ({
              field,
              words: `expected ${expected}, got ${got}`,
            })),
          },
    ),
  )
}

/** The results with what the store would find wrong. */
export function checked(results: readonly RecordResult[], registry: Registry): readonly RecordResult[] {
  return results.map((result) =>
    result.event ? { ...result, faults: faultsOf(result.event, registry) } : result,
  )
}

function faultsOf(event: Members, registry: Registry): readonly ResultViolation[] {
  const name = String(event['event_name'])
  const type = registry.get(name)
  if (!type) return [{ field: 'event_name', words: `${name} is no event type yet` }]
  const moved: string[] = []
  const context = Object.entries(event).flatMap(([field, value]) => {
    const check = contextChecks.get(field)
    if (!check || value === null || check.accepts(value)) return []
    moved.push(field)
    return check.violationsOf(value)
  })
  const data = isPlainObject(event['event_data']) ? event['event_data'] : {}
  return [...context, ...type.violationsOf(data, moved)].map(({ field, expected, got }) => ({
    field: field.replace(/^event_data\./, ''),
    words: `expected ${expected}, got ${got}`,
  }))
}

/** What a field of the events held, where it held something. */
export function valuesIn(results: readonly RecordResult[]): (target: string) => readonly unknown[] {
  return (target) =>
    results.flatMap(({ event }) => {
      if (!event) return []
      const data = isPlainObject(event['event_data']) ? event['event_data'] : {}
      const value = Object.hasOwn(data, target) ? data[target] : event[target]
      return value === undefined || value === null ? [] : [value]
    })
}
