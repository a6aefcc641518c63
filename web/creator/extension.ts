/** Creator: drafts the extension of a standard event type: the fields that are kept beside its own, which get columns in a view. */
import { computed } from '@preact/signals'
import { definitionChanges } from '../../schemas/definition_change.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { extras, typeChange } from './choices.ts'
import { definitionOf, extendedDefinition } from './draft.ts'
import { constantName } from './named_event.ts'
import { valuesIn } from './results.ts'
import { latestExtension } from './saved.ts'
import { rows, translated } from './state.ts'
import { stepOf } from './version_step.ts'

/** The saved extension of the standard event type. */
export const savedExtension = computed(() =>
  eventTypes.has(constantName.value ?? '') ? latestExtension(constantName.value!) : undefined,
)

/** The extension with the fields of the draft; undefined unless the user has asked for columns. */
export const extensionStep = computed(() => {
  const standard = eventTypes.get(constantName.value ?? '')
  if (!standard || typeChange.value === 'none' || translated.value.results.length === 0) return undefined
  const isOwn = (target: string): boolean => !Object.hasOwn(standard.fields, target)
  const { required: _, ...found }: Definition = definitionOf(
    { name: standard.name, description: `Fields beside those of ${standard.name}.`, mode: 'open' },
    {
      rows: rows.value.filter(({ target }) => isOwn(target)),
      extras: extras.value.filter(({ target }) => isOwn(target)),
    },
    valuesIn(translated.value.results),
  )
  const saved = savedExtension.value
  return stepOf(saved ? extendedDefinition(saved, found) : found, saved, definitionChanges)
})

/** True if a view has a column for the field, or gets one when the draft is saved. */
export const hasOwnColumn = computed(() => {
  const { fields = {} } = extensionStep.value?.content ?? savedExtension.value ?? {}
  return (target: string): boolean => Object.hasOwn(fields, target.replace(/^event_data\./, ''))
})
