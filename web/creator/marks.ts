/** Creator: finds the violations of the sample at each field, and which event type requires it. */
import { computed } from '@preact/signals'
import { withCount } from '../parts/format.ts'
import type { FieldModel } from './rows.ts'
import { knownTypes } from './named_event.ts'
import { eventStep, results } from './state.ts'

/** Violation → number of records that have it, by the field of the event or of the record. */
const byField = computed(() => {
  const fields = new Map<string, Map<string, number>>()
  for (const { violations } of results.value)
    for (const { field, message } of violations) {
      // `items[2].price` is a violation of items.
      const name = field.split(/[[]/, 1)[0]!
      const messages = fields.get(name) ?? new Map<string, number>()
      messages.set(message, (messages.get(message) ?? 0) + 1)
      fields.set(name, messages)
    }
  return fields
})

/** Sentences about the violations at a field, the most frequent first. */
export function faultsOf(target: string, path: string): readonly string[] {
  const name = target.replace(/^event_data\./, '')
  const found = [name, ...(path === name ? [] : [path])].flatMap((each) => [
    ...(byField.value.get(each) ?? new Map<string, number>()),
  ])
  return found
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([message, count]) => `Refused in ${withCount(count, 'record')}: ${message}.`)
}

/** The event type that requires the field; undefined if none does. */
export function isRequiredBy({ target, isRequired }: FieldModel): string | undefined {
  if (isRequired) return 'the connection'
  const types = [...knownTypes.value, ...(eventStep.value ? [eventStep.value.content] : [])]
  return types.find(({ required = [] }) => required.includes(target))?.name
}
