/** Creator: keeps everything that the user has chosen, in one value, so that a draft can be kept and cleared as a whole. */
import { computed, signal } from '@preact/signals'
import type { ConsentSignal } from '../../schemas/link.ts'
import type { Translation } from '../../schemas/translation.ts'
import type { QuestionAnswers } from '../../functions/translation/inference/questions.ts'
import type { Extra } from './draft.ts'
import { openedGroups } from './opened.ts'
import type { RowChoice } from './rows.ts'
import { savedConsent, savedRowChoices, type StartedFrom } from './started_from.ts'

/** How a field of the records tells that a signal is granted. */
export interface ConsentField {
  /** Field of the record. Empty: not said. */
  path: string
  /** The value that grants; undefined: any value. */
  value?: string
}

/** What the user says about the consent of these people. */
export interface ConsentChoice {
  /** `saved`: as in the version that the draft starts from. */
  kind: 'unknown' | 'fields' | 'everybody' | 'saved'
  fields: Partial<Record<ConsentSignal, ConsentField>>
  /** Why everybody has agreed. Kept with the version. */
  reason: string
}

/** Where the draft is saved: as a new connection, or as a version of a saved one. */
export type Saving = { kind: 'new'; name?: string } | { kind: 'version'; name: string }

export interface Choices {
  /** By the path of the field. */
  fields: Readonly<Record<string, RowChoice>>
  extras: readonly Extra[]
  /** Fields of the event that are suggested, but that the user does not want filled. */
  omitted: readonly string[]
  /** The list whose elements become events; empty: each record becomes one. Undefined: as suggested. */
  each?: string
  rest: Translation['rest']
  mode: 'open' | 'strict'
  /** The name of the events. Undefined: as suggested. */
  name?: Translation['event']['name']
  description?: string
  /** What becomes of a saved event type: it stays, gets the fields found here, or has only those from now on. */
  typeChange: 'none' | 'add' | 'replace'
  consent: ConsentChoice
  /** Answers by question. */
  answers: QuestionAnswers
  saving: Saving
  comment: string
  /** The number of sample records that the user agreed to have refused. */
  refusesAgreed: number
  startedFrom?: StartedFrom
}

const none: Choices = {
  fields: {},
  extras: [],
  omitted: [],
  rest: 'keep',
  mode: 'open',
  typeChange: 'none',
  consent: { kind: 'unknown', fields: {}, reason: '' },
  answers: {},
  saving: { kind: 'new' },
  comment: '',
  refusesAgreed: 0,
}

export const madeChoices = signal<Choices>(none)

/** Forgets all choices, for a new text, except what the draft starts from. */
export function reset(): void {
  startFrom(madeChoices.value.startedFrom)
}

/** Forgets all choices, and starts from a saved connection, from an event type or from nothing. */
export function startFrom(from: StartedFrom | undefined): void {
  madeChoices.value = from ? choicesFrom(from) : none
  openedGroups.value = {}
}

function choicesFrom(startedFrom: StartedFrom): Choices {
  if (startedFrom.kind === 'type') return { ...none, startedFrom, name: { const: startedFrom.name } }
  const { translation } = startedFrom
  const { name, event, each = '', rest } = translation
  const statesConsent = Object.keys(savedConsent(translation)).length > 0
  return {
    ...none,
    startedFrom,
    name: event.name,
    each,
    rest,
    fields: savedRowChoices(translation),
    ...(statesConsent && { consent: { ...none.consent, kind: 'saved' } }),
    saving: { kind: 'version', name },
  }
}

export function change(part: { [Name in keyof Choices]?: Choices[Name] | undefined }): void {
  madeChoices.value = { ...madeChoices.value, ...part } as Choices
}

/** Changes the choices for one field. */
export function choose(path: string, choice: RowChoice): void {
  const { fields } = madeChoices.value
  change({ fields: { ...fields, [path]: { ...fields[path], ...choice } } })
}

/** One choice. It changes only with its own value, so that typing a comment does not translate the records again. */
function part<Name extends keyof Choices>(name: Name) {
  return computed(() => madeChoices.value[name])
}

export const fieldChoices = part('fields')
export const extras = part('extras')
export const omitted = part('omitted')
export const chosenPath = part('each')
export const unmappedPolicy = part('rest')
export const mode = part('mode')
export const chosenName = part('name')
export const chosenDescription = part('description')
export const typeChange = part('typeChange')
export const consentChoice = part('consent')
export const answers = part('answers')
export const saving = part('saving')
export const comment = part('comment')
export const refusesAgreed = part('refusesAgreed')
export const startedFrom = part('startedFrom')
/** The saved connection that the draft starts from. */
export const savedBase = computed(() =>
  startedFrom.value?.kind === 'connection' ? startedFrom.value.translation : undefined,
)
