/** Creator: lists the questions about the payload, and those that nobody has answered. */
import { computed } from '@preact/signals'
import { unanswered, type PayloadQuestion } from '../../functions/translation/inference/questions.ts'
import { answers, fieldChoices } from './choices.ts'
import { source } from './source.ts'

/** The questions that still matter: not about a field that the user has left out or whose type the user has set. Required fields are asked for
 * by themselves, as they depend on the other choices. */
export const payloadQuestions = computed<readonly PayloadQuestion[]>(() =>
  (source.value?.questions ?? []).filter(({ kind, field }) => {
    const { isDropped = false, type } = fieldChoices.value[field] ?? {}
    return kind !== 'required' && !isDropped && type === undefined
  }),
)

export const openQuestions = computed<readonly PayloadQuestion[]>(() =>
  unanswered(payloadQuestions.value, answers.value),
)
