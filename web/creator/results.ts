/** Creator: translates the records to events and checks them as `store` does. Pure. */
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { EventType } from '../../schemas/event_type.ts'
import type { Translation } from '../../schemas/translation.ts'
import { contextChecks } from '../../functions/event/checks.ts'
import { withSaved, type Registry } from '../../functions/event/registry.ts'
import { isPlainObject, type Members } from '../../functions/linkage/values.ts'
import { readers } from '../../functions/translation/field_types.ts'
import type { FieldInference } from '../../functions/translation/inference/infer.ts'
import { compileTranslation } from '../../functions/translation/translate.ts'
import { distinctTexts } from './consent_links.ts'

interface ResultViolation {
  field: string
  message: string
}

/** The result of one record, or of one element of the list that it is split by. */
export interface RecordResult {
  /** Index of the record. */
  record: number
  event?: Members
  violations: readonly ResultViolation[]
}

/** The built-in and saved event types. The draft replaces its saved versions. */
export function registryWith(saved: Iterable<EventType>, draft: Definition | undefined): Registry {
  return withSaved([...saved, ...(draft ? [eventTypeOf(draft)] : [])])
}

/** Returns one result per event, or per record that yields none. Throws an Error if the translation is invalid. */
export function resultsOf(translation: Translation, records: readonly Members[]): readonly RecordResult[] {
  const translate = compileTranslation(translation)
  return records.flatMap((record, index) =>
    translate(record).map((each): RecordResult =>
      'event' in each
        ? { record: index, event: each.event, violations: [] }
        : {
            record: index,
            violations: each.violations.map(({ field, expected, got }) => ({
              field,
              message: `expected ${expected}, got ${got}`,
            })),
          },
    ),
  )
}

/** Adds the violations that `store` would report. */
export function checked(results: readonly RecordResult[], registry: Registry): readonly RecordResult[] {
  return results.map((result) =>
    result.event ? { ...result, violations: violationsOf(result.event, registry) } : result,
  )
}

function violationsOf(event: Members, registry: Registry): readonly ResultViolation[] {
  const name = String(event['event_name'])
  const type = registry.get(name)
  if (!type) return [{ field: 'event_name', message: `${name} is not an event type yet` }]
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
    message: `expected ${expected}, got ${got}`,
  }))
}

/** Returns a function that maps a field of the events to its values. */
export function valuesIn(results: readonly RecordResult[]): (target: string) => readonly unknown[] {
  return (target) =>
    results.flatMap(({ event }) => {
      if (!event) return []
      const data = isPlainObject(event['event_data']) ? event['event_data'] : {}
      const value = Object.hasOwn(data, target) ? data[target] : event[target]
      return value === undefined || value === null ? [] : [value]
    })
}

/** Returns the different values of a field of the records as texts, in the type that the translation reads them as. */
export function textsAt(
  records: readonly Members[],
  path: string,
  type: FieldInference['type'] | undefined,
): readonly string[] {
  const read = type === undefined || type === 'object' || type === 'list' ? undefined : readers[type]
  return distinctTexts(
    records.flatMap((record) => {
      const value = path
        .split('.')
        .reduce<unknown>(
          (at, name) => (isPlainObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
          record,
        )
      return value === undefined || value === null ? [] : [read ? (read(value, undefined) ?? value) : value]
    }),
  )
}
