/** Creator: keeps the user's choices and computes events, problems and versions from them. */
import { computed, signal } from '@preact/signals'
import { definitionProblems } from '../../schemas/definition.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import {
  bumpOf,
  definitionChanges,
  nextVersion,
  translationChanges,
  type Bump,
  type DefinitionChange,
} from '../../schemas/definition_change.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { translationProblems, type Translation } from '../../schemas/translation.ts'
import { definitionOf, translationOfDraft, type Extra, type Shape } from './draft.ts'
import { checked, registryWith, resultsOf, valuesIn, type RecordResult } from './results.ts'
import { fieldRowsOf, sentence, type Choice, type Choices } from './rows.ts'
import { latestEvent, latestTranslation, savedTypes } from './saved.ts'
import { source } from './source.ts'

const fieldChoices = signal<Choices>({})
export const extras = signal<readonly Extra[]>([])
export const recordPath = signal<string | undefined>(undefined)
export const unmappedPolicy = signal<Translation['rest']>('keep')
export const mode = signal<'open' | 'strict'>('open')
/** Undefined: as suggested. */
export const chosenName = signal<Translation['event']['name'] | undefined>(undefined)
export const chosenDescription = signal<string | undefined>(undefined)
export const chosenTranslation = signal<string | undefined>(undefined)
export const comment = signal('')

/** Resets all choices for a new text. */
export function reset(): void {
  fieldChoices.value = {}
  extras.value = []
  recordPath.value = undefined
  unmappedPolicy.value = 'keep'
  mode.value = 'open'
  chosenName.value = undefined
  chosenDescription.value = undefined
  chosenTranslation.value = undefined
  comment.value = ''
}

export function choose(path: string, choice: Choice): void {
  fieldChoices.value = { ...fieldChoices.value, [path]: { ...fieldChoices.value[path], ...choice } }
}

export const typeName = computed<Translation['event']['name']>(
  () => chosenName.value ?? source.value?.event.name ?? { const: '' },
)
/** The name of all events; undefined if it is read from a field. */
export const constantName = computed(() => ('const' in typeName.value ? typeName.value.const : undefined))

export const description = computed(
  () => chosenDescription.value ?? `${sentence(constantName.value || 'event')}.`,
)
export const translationName = computed(
  () =>
    chosenTranslation.value ??
    `${constantName.value || 'my'}_${source.value?.input.format ?? 'json'}`.slice(0, 64),
)

export const rows = computed(() =>
  source.value
    ? fieldRowsOf(source.value.fields, source.value.links, fieldChoices.value, recordPath.value)
    : [],
)

const shape = computed<Shape | undefined>(
  () =>
    source.value && {
      translationName: translationName.value,
      input: source.value.input,
      name: typeName.value,
      fields: source.value.fields,
      rows: rows.value,
      extras: extras.value,
      each: recordPath.value,
      rest: unmappedPolicy.value,
    },
)

/** Maximum number of records that are translated. */
const maxRecords = 500

/** The events, or the problems that prevent them. */
const translated = computed<{
  translation?: Translation
  results: readonly RecordResult[]
  problems: readonly string[]
}>(() => {
  if (!shape.value) return { results: [], problems: [] }
  const translation = translationOfDraft(shape.value)
  const rowProblems = rows.value.flatMap(({ target, problem }) =>
    problem ? [`${target || 'A field'} ${problem.message}.`] : [],
  )
  const problems = [...rowProblems, ...translationProblems(translation)]
  if (problems.length > 0) return { translation, results: [], problems }
  try {
    return {
      translation,
      results: resultsOf(translation, source.value!.records.slice(0, maxRecords)),
      problems: [],
    }
  } catch (error) {
    return { translation, results: [], problems: [(error as Error).message] }
  }
})

/** True if all events have one type that is not built in. */
export const isDefinedHere = computed(
  () => constantName.value !== undefined && !eventTypes.has(constantName.value),
)

const drafted = computed<Definition | undefined>(() =>
  isDefinedHere.value && shape.value
    ? definitionOf(
        { name: constantName.value!, description: description.value, mode: mode.value },
        shape.value,
        valuesIn(translated.value.results),
      )
    : undefined,
)

/** A draft with its version and its changes since the latest saved version. */
export interface StepState<Content> {
  content: Content
  before: string | undefined
  changes: readonly DefinitionChange[]
  bump: Bump | undefined
}

function stepOf<Content extends { version: string }>(
  content: Content,
  before: Content | undefined,
  changesBetween: (before: Content, after: Content) => readonly DefinitionChange[],
): StepState<Content> {
  if (!before) return { content, before: undefined, changes: [], bump: undefined }
  const changes = changesBetween(before, content)
  const bump = bumpOf(changes)
  const version = bump ? nextVersion(before.version, bump) : before.version
  return { content: { ...content, version }, before: before.version, changes, bump }
}

export const eventStep = computed(
  () => drafted.value && stepOf(drafted.value, latestEvent(drafted.value.name), definitionChanges),
)
export const translationStep = computed(() => {
  const { translation } = translated.value
  return translation && stepOf(translation, latestTranslation(translation.name), translationChanges)
})

/** Problems that prevent saving, one sentence each. */
export const problems = computed<readonly string[]>(() => [
  ...translated.value.problems,
  ...(eventStep.value && translated.value.problems.length === 0
    ? definitionProblems(eventStep.value.content)
    : []),
])

export const results = computed<readonly RecordResult[]>(() => {
  const definition = eventStep.value?.content
  const isSound = definition && definitionProblems(definition).length === 0
  return checked(translated.value.results, registryWith(savedTypes.value, isSound ? definition : undefined))
})

/** Names of the events that are not known event types. */
export const unknownNames = computed<readonly string[]>(() => {
  const registry = registryWith(savedTypes.value, eventStep.value?.content)
  const names = translated.value.results.flatMap(({ event }) => (event ? [String(event['event_name'])] : []))
  return [...new Set(names)].filter((name) => !registry.get(name))
})
