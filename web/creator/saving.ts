/** Creator: tells what prevents saving, and saves the definitions. */
import { computed, signal } from '@preact/signals'
import type { Failure } from '../api.ts'
import { withCount } from '../parts/format.ts'
import { forgetWhenSignedOut, postSignedIn } from '../signed_in_api.ts'
import { openQuestions } from './asked.ts'
import { change, comment, consentChoice, refusesAgreed, saving } from './choices.ts'
import { nameProblem } from './connection_name.ts'
import { consentProblem } from './consent_links.ts'
import { extensionStep } from './extension.ts'
import { figures } from './figures.ts'
import { latestTranslation, listing, reload, savedVersionsOf } from './saved.ts'
import { source } from './source.ts'
import {
  eventStep,
  missing,
  problems,
  statedByField,
  translationName,
  translationStep,
  unknownNames,
} from './state.ts'
import { isNew } from './version_step.ts'

interface Saved {
  view?: { name: string; error?: string }
}

/** Result of the last save. */
export const outcome = signal<{ saved: Saved } | { failure: Failure } | undefined>(undefined)
forgetWhenSignedOut(outcome)

export const isChanged = computed(
  () => isNew(eventStep.value) || isNew(extensionStep.value) || isNew(translationStep.value),
)

/** The names of the saved connections. */
export const savedConnections = computed<readonly string[]>(() => {
  const names = (listing.value?.versions ?? [])
    .filter(({ kind }) => kind === 'translation')
    .map(({ name }) => name)
  return [...new Set(names)].toSorted()
})

/** What a saved connection takes, in words. */
export function holderOf(name: string): string | undefined {
  const [latest] = savedVersionsOf('translation', name)
  const translation = latestTranslation(name)
  if (!latest || !translation) return undefined
  const event =
    'const' in translation.event.name
      ? translation.event.name.const
      : `events named by ${translation.event.name.from}`
  return `${name} ${latest.version} reads ${translation.input.format.toUpperCase()} and makes ${event}; saved by ${latest.created_by}`
}

/** What is wrong with the name of a new connection. */
export const namingProblem = computed(() =>
  saving.value.kind === 'new'
    ? nameProblem(translationName.value, (name) => latestTranslation(name) !== undefined)
    : undefined,
)

/** Why the draft cannot be saved, one sentence each; empty if it can. */
export const blockers = computed<readonly string[]>(() => {
  const { passed, refused, all } = figures.value
  const consent = statedByField.value === undefined ? consentProblem(consentChoice.value) : undefined
  const open = openQuestions.value.length
  if (problems.value.length > 0 || unknownNames.value.length > 0)
    return ['Fix the problems in step 4 to save.']
  return [
    ...(missing.value.length > 0
      ? [`Say in step 3 where ${missing.value.map(({ name }) => name).join(', ')} comes from.`]
      : []),
    ...(open > 0 ? [`Answer ${withCount(open, 'question')} in step 3.`] : []),
    ...(consent === undefined ? [] : [consent]),
    ...(namingProblem.value === undefined ? [] : [`Name: ${namingProblem.value}`]),
    ...(passed === 0
      ? ['None of the records would be accepted. Step 4 shows why.']
      : refused > 0 && refusesAgreed.value !== refused
        ? [`Agree that ${refused} of ${withCount(all, 'record')} would be refused.`]
        : []),
  ]
})

/** True if exactly this draft is saved, and accepts the sample or what the user agreed to. */
export const isConnected = computed(
  () =>
    saving.value.kind === 'version' &&
    translationStep.value?.before !== undefined &&
    !isChanged.value &&
    blockers.value.length === 0,
)

/** Longest sample that is sent to be checked again before it is saved, in characters. */
const longestSample = 2_000_000

/** The page has tried the draft on the sample; the server tries it again by the code that will read it. */
function sampleToCheck(): object {
  const body = source.value?.body ?? ''
  return body.length > longestSample ? {} : { sample: { body, refused: refusesAgreed.value } }
}

export async function save(): Promise<void> {
  const [event, extension, translation] = [eventStep.value, extensionStep.value, translationStep.value]
  const name = translationName.value
  const result = await postSignedIn<Saved>('/v1/console/definitions', {
    ...(event && isNew(event) && { event: event.content }),
    ...(extension && isNew(extension) && { extension: extension.content }),
    ...(translation && isNew(translation) && { translation: translation.content }),
    ...(comment.value !== '' && { comment: comment.value }),
    // Somebody may have saved a version, or taken the name, since the page read them.
    ...(translation && isNew(translation) && sampleToCheck()),
    expects: {
      latest: (translation && isNew(translation) ? translation : (event ?? extension))?.before ?? null,
    },
  })
  outcome.value = result.ok ? { saved: result.body } : { failure: result.failure }
  await reload()
  if (result.ok)
    change({
      comment: '',
      saving: { kind: 'version', name },
      typeChange: event || extension ? 'add' : 'none',
    })
}
