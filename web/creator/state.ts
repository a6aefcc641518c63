/** Creator: computes the fields, the events, their problems and the versions to save from the user's choices. */
import { translationHints } from '../../schemas/translation/hints.ts'
import { computed } from '@preact/signals'
import { definitionProblems } from '../../schemas/definition.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import { definitionChanges, translationChanges } from '../../schemas/definition_change.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { translationProblems, type Translation } from '../../schemas/translation.ts'
import { answered } from '../../functions/translation/inference/questions.ts'
import {
  checked,
  maxTriedRecords,
  resultsOf,
  type RecordResult,
} from '../../functions/translation/try_records.ts'
import { payloadQuestions } from './asked.ts'
import * as chosen from './choices.ts'
import { consentLinks, draftDescription } from './consent_links.ts'
import { proposedName } from './connection_name.ts'
import { definitionOf, extendedDefinition, translationOfDraft, withUnshownOf, type Shape } from './draft.ts'
import { missingFields } from './groups.ts'
import { constantName, description, knownTypes, typeName } from './named_event.ts'
import { registryWith, textsAt, valuesIn } from './results.ts'
import { fieldRowsOf, furtherLinks, type RowChoices } from './rows.ts'
import { latestEvent, latestTranslation, savedTypes } from './saved.ts'
import { source } from './source.ts'
import { savedConsent, withSavedReadings } from './started_from.ts'
import { stepOf } from './version_step.ts'

function isTaken(name: string): boolean {
  return latestTranslation(name) !== undefined
}

/** The name of the connection. A proposed one is free; the name of a saved one is only there if the user has chosen that connection. */
export const translationName = computed(() => {
  const saving = chosen.saving.value
  if (saving.name !== undefined) return saving.name
  return proposedName(proposed.value, isTaken)
})

/** What a name is proposed from. */
export const proposed = computed(() => ({
  sender: source.value?.sender?.id,
  thing: source.value?.sender?.thing ?? (constantName.value || 'events'),
  shape: source.value?.input.format ?? 'json',
}))

/** True if the name is that of another connection, which the user has not chosen. */
export const takesOver = computed(() => chosen.saving.value.kind === 'new' && isTaken(translationName.value))

/** The list whose elements become events; undefined if each record becomes one. */
export const recordPath = computed(
  () => (chosen.chosenPath.value ?? source.value?.translation.each) || undefined,
)

export const rows = computed(() =>
  source.value
    ? fieldRowsOf(
        source.value.fields,
        source.value.links,
        chosen.fieldChoices.value,
        recordPath.value,
        chosen.omitted.value,
      )
    : [],
)

/** Tells whether an event type, or the draft of one, has a field of that name. */
export const isDescribed = computed(() => {
  const types = [...knownTypes.value, ...(eventStep.value ? [eventStep.value.content] : [])]
  return (target: string): boolean => types.some(({ fields }) => Object.hasOwn(fields, target))
})

/** Suggested links that no row shows. */
export const further = computed(() =>
  furtherLinks(source.value?.links ?? [], rows.value, chosen.omitted.value),
)

/** Required fields of the event types that no field, constant or template fills. */
export const missing = computed(() =>
  missingFields(knownTypes.value, rows.value, chosen.extras.value, further.value),
)

/** The different values of a field of the records, as texts. */
export function valuesAt(path: string): readonly string[] {
  const type = rows.value.find((row) => row.path === path)?.type
  return textsAt(source.value?.records.slice(0, maxTriedRecords) ?? [], path, type)
}

const shape = computed<Shape | undefined>(
  () =>
    source.value &&
    typeName.value && {
      translationName: translationName.value,
      input: source.value.input,
      name: typeName.value,
      fields: source.value.fields,
      rows: rows.value,
      extras: chosen.extras.value,
      further: further.value,
      required: source.value.translation.required ?? [],
      consent: statedByField.value ? {} : consentStated.value,
      description: draftDescription(chosen.consentChoice.value, chosen.savedBase.value),
      each: recordPath.value,
      rest: chosen.unmappedPolicy.value,
    },
)

const consentStated = computed(() =>
  chosen.consentChoice.value.kind === 'saved' && chosen.savedBase.value
    ? savedConsent(chosen.savedBase.value)
    : consentLinks(chosen.consentChoice.value, valuesAt),
)

/** The field that states consent as events do; undefined without one. */
export const statedByField = computed(
  () => rows.value.find(({ target, isDropped }) => target === 'consent' && !isDropped)?.path,
)

/** The draft with the answers to the questions. */
function translationOf(shape: Shape): Translation {
  const draft = answered(translationOfDraft(shape), payloadQuestions.value, chosen.answers.value)
  return chosen.savedBase.value
    ? withSavedReadings(draft, chosen.savedBase.value, chosen.fieldChoices.value)
    : draft
}

/** The events, or the problems that prevent them. */
export const translated = computed<{
  translation?: Translation
  results: readonly RecordResult[]
  problems: readonly string[]
}>(() => {
  if (!shape.value) return { results: [], problems: [] }
  const translation = translationOf(shape.value)
  const rowProblems = rows.value.flatMap(({ target, problem }) =>
    problem ? [`${target || 'A field'} ${problem.message}.`] : [],
  )
  const problems = [...rowProblems, ...translationProblems(translation)]
  if (problems.length > 0) return { translation, results: [], problems }
  try {
    return {
      translation,
      results: resultsOf(translation, source.value!.records.slice(0, maxTriedRecords)),
      problems: [],
    }
  } catch (error) {
    return { translation, results: [], problems: [(error as Error).message] }
  }
})

/** The results of the first records if these choices were made in addition; none if they are invalid. */
export function draftResults(extra: RowChoices, count: number): readonly RecordResult[] {
  if (!shape.value || !source.value) return []
  const { fields, links, records } = source.value
  const more = Object.fromEntries(
    Object.entries(extra).map(([path, choice]) => [path, { ...chosen.fieldChoices.value[path], ...choice }]),
  )
  const tried = fieldRowsOf(
    fields,
    links,
    { ...chosen.fieldChoices.value, ...more },
    recordPath.value,
    chosen.omitted.value,
  )
  const translation = translationOf({
    ...shape.value,
    rows: tried,
    further: furtherLinks(links, tried, chosen.omitted.value),
  })
  if (translationProblems(translation).length > 0) return []
  return checked(resultsOf(translation, records.slice(0, count)), registry.value)
}

/** True if all events have one type that is not built in. */
export const isOwnType = computed(
  () => constantName.value !== undefined && !eventTypes.has(constantName.value),
)

/** The saved definition of the type of all events. */
export const savedType = computed(() => (isOwnType.value ? latestEvent(constantName.value ?? '') : undefined))

const drafted = computed<Definition | undefined>(() => {
  if (!isOwnType.value || !shape.value) return undefined
  const saved = savedType.value
  if (saved && chosen.typeChange.value === 'none') return undefined
  const found = definitionOf(
    { name: constantName.value!, description: description.value, mode: chosen.mode.value },
    shape.value,
    valuesIn(translated.value.results),
  )
  if (!saved) return found
  return chosen.typeChange.value === 'add' ? extendedDefinition(saved, found) : withUnshownOf(saved, found)
})

export const eventStep = computed(
  () => drafted.value && stepOf(drafted.value, latestEvent(drafted.value.name), definitionChanges),
)
export const translationStep = computed(() => {
  const { translation } = translated.value
  if (!translation) return undefined
  const before = takesOver.value ? undefined : latestTranslation(translation.name)
  return stepOf(translation, before, translationChanges)
})

/** What may be a mistake and prevents nothing, one sentence each. */
export const hints = computed<readonly string[]>(() =>
  translated.value.translation ? translationHints(translated.value.translation) : [],
)

/** Problems that prevent saving, one sentence each. */
export const problems = computed<readonly string[]>(() => [
  ...translated.value.problems,
  ...(eventStep.value && translated.value.problems.length === 0
    ? definitionProblems(eventStep.value.content)
    : []),
])

/** The event types that the events are checked by: saved ones, and the draft. */
export const registry = computed(() => {
  const definition = eventStep.value?.content
  const isSound = definition && definitionProblems(definition).length === 0
  return registryWith(savedTypes.value, isSound ? definition : undefined)
})

export const results = computed<readonly RecordResult[]>(() =>
  checked(translated.value.results, registry.value),
)

/** Names of the events that are not known event types. */
export const unknownNames = computed<readonly string[]>(() => {
  const registry = registryWith(savedTypes.value, eventStep.value?.content)
  const names = translated.value.results.flatMap(({ event, otherwise }) =>
    event && otherwise === undefined ? [String(event['event_name'])] : [],
  )
  return [...new Set(names)].filter((name) => !registry.get(name))
})
