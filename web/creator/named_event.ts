/** Creator: tells which event the records become, and the event types that it may have. */
import { computed } from '@preact/signals'
import type { EventType } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import type { Translation } from '../../schemas/translation.ts'
import { chosenDescription, chosenName } from './choices.ts'
import { sentence } from './rows.ts'
import { latestEvent, savedTypes } from './saved.ts'
import { source } from './source.ts'

/** The name of the events, or the field that it is read from; undefined until the user has chosen. */
export const typeName = computed<Translation['event']['name'] | undefined>(
  () => chosenName.value ?? (source.value?.event.isChosen ? source.value.event.name : undefined),
)
/** The name of all events; undefined if it is read from a field. */
export const constantName = computed(() => {
  const name = typeName.value
  return name && 'const' in name ? name.const : undefined
})

/** The event types that the records may become, as saved or built in. */
export const knownTypes = computed<readonly EventType[]>(() => {
  const name = typeName.value
  if (!name) return []
  const names = 'const' in name ? [name.const] : Object.values(name.values ?? {})
  const saved = new Map(savedTypes.value.map((type) => [type.name, type]))
  return [...new Set(names)].flatMap((each) => eventTypes.get(each) ?? saved.get(each) ?? [])
})

export const description = computed(
  () =>
    chosenDescription.value ??
    latestEvent(constantName.value ?? '')?.description ??
    `${sentence(constantName.value || 'event')}.`,
)
