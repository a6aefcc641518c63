/** Creator: reads the values of records and of the events that they become. Pure. */
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { withSaved, type Registry } from '../../functions/event/registry.ts'
import { isPlainObject, type Members } from '../../functions/linkage/values.ts'
import { readers } from '../../functions/translation/field_types.ts'
import type { FieldInference } from '../../functions/translation/inference/infer.ts'
import type { RecordResult } from '../../functions/translation/try_records.ts'
import { distinctTexts } from './consent_links.ts'

/** The built-in and saved event types. The draft replaces its saved versions. */
export function registryWith(saved: Iterable<EventType>, draft: Definition | undefined): Registry {
  return withSaved([...saved, ...(draft ? [eventTypeOf(draft)] : [])])
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
