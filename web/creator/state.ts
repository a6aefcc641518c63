/** Creator: everything the person has chosen, and what follows from it. */
import { computed, signal } from '@preact/signals'
import { definitionProblems, type Definition } from '../../schemas/definition.ts'
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

export const fieldChoices = signal<Choices>({})
export const extras = signal<readonly Extra[]>([])
export const recordPath = signal<string | undefined>(undefined)
export const unmappedPolicy = signal<Translation['rest']>('keep')
export const mode = signal<'open' | 'strict'>('open')
/** Undefined while it stays as suggested. */
export const chosenName = signal<Translation['event']['name'] | undefined>(undefined)
export const chosenDescription = signal<string | undefined>(undefined)
export const chosenTranslation = signal<string | undefined>(undefined)
export const comment = signal('')

/** Forgets what was chosen for another text. */
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
/** The one name of all events; undefined when a field tells it. */
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

/** Records that are looked at; more would not tell more. */
const mostRecords = 500

/** The events, or why there are none. */
const made = computed<{
  translation?: Translation
  results: readonly RecordResult[]
  problems: readonly string[]
}>(() => {
  if (!shape.value) return { results: [], problems: [] }
  const translation = translationOfDraft(shape.value)
  const own = rows.value.flatMap(({ target, problem }) =>
    problem ? [`${target || 'A field'} ${problem.words}.`] : [],
  )
  const problems = [...own, ...translationProblems(translation)]
  if (problems.length > 0) return { translation, results: [], problems }
  try {
    return {
      translation,
      results: resultsOf(translation, source.value!.records.slice(0, mostRecords)),
      problems: [],
    }
  } catch (error) {
    return { translation, results: [], problems: [(error as Error).message] }
  }
})

/** Whether all events are of one type that people define, not the code. */
export const isDefinedHere = computed(
  () => constantName.value !== undefined && !eventTypes.has(constantName.value),
)

const drafted = computed<Definition | undefined>(() =>
  isDefinedHere.value && shape.value
    ? definitionOf(
        { name: constantName.value!, description: description.value, mode: mode.value },
        shape.value,
        valuesIn(made.value.results),
      )
    : undefined,
)

/** What a version differs in from the latest saved one, and what it is called for that. */
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
  const { translation } = made.value
  return translation && stepOf(translation, latestTranslation(translation.name), translationChanges)
})

/** What stands in the way of saving, in words. */
export const problems = computed<readonly string[]>(() => [
  ...made.value.problems,
  ...(eventStep.value && made.value.problems.length === 0 ? definitionProblems(eventStep.value.content) : []),
])

export const results = computed<readonly RecordResult[]>(() => {
  const definition = eventStep.value?.content
  const isSound = definition && definitionProblems(definition).length === 0
  return checked(made.value.results, registryWith(savedTypes.value, isSound ? definition : undefined))
})

/** Names that events would have, but that no event type has. */
export const unknownNames = computed<readonly string[]>(() => {
  const registry = registryWith(savedTypes.value, eventStep.value?.content)
  const names = made.value.results.flatMap(({ event }) => (event ? [String(event['event_name'])] : []))
  return [...new Set(names)].filter((name) => !registry.get(name))
})
