/** Translation layer: declares the questions that change the meaning of a translation, and applies their answers. Pure. */
import type { Link, Source } from '../../../schemas/link.ts'
import type { FieldReading } from '../../../schemas/translation/input.ts'
import type { Translation } from '../../../schemas/translation.ts'

/** What a question is about. */
export type QuestionKind =
  'minor_units' | 'epoch' | 'excel_days' | 'date_order' | 'list' | 'decimal_comma' | 'required'

export interface PayloadQuestion {
  /** `kind:field`. The same for each paste of the same shape. */
  id: string
  kind: QuestionKind
  /** Path in the record; for `required`, the field of the event. */
  field: string
  /** The field as the sender writes it. */
  original: string
  /** The question: `Is 4999 with usd in cents?` */
  ask: string
  /** The evidence, in words. */
  why: string
  choices: readonly Choice[]
  /** Id of the choice that the evidence shows. Without one, the translation is not saved before an answer. */
  preselected?: string
}

export interface Choice {
  id: string
  /** The choice with the example worked out: `49.99 USD`. */
  label: string
  effect: Effect
  /** A text that the person types, which becomes the constant of the link. */
  asks?: { label: string; pattern: string; example: string }
}

/** What a choice changes in the translation. Null removes. */
interface Effect {
  fields?: Readonly<Record<string, FieldReading | null>>
  link?: Readonly<Record<string, Source | null>>
}

/** Id of a question → id of the choice, and the typed text. */
export type QuestionAnswers = Readonly<Record<string, { choice: string; value?: string }>>

function chosen({ id, choices, preselected }: PayloadQuestion, answers: QuestionAnswers): Choice | undefined {
  const choice = Object.hasOwn(answers, id) ? answers[id]!.choice : preselected
  return choices.find((each) => each.id === choice)
}

/** Returns the translation with the answers, and with the preselected choices of other questions. */
export function answered(
  translation: Translation,
  questions: readonly PayloadQuestion[],
  answers: QuestionAnswers = {},
): Translation {
  const fields: Record<string, FieldReading> = { ...translation.fields }
  const link: Record<string, Link[string]> = { ...translation.link }
  for (const question of questions) {
    const choice = chosen(question, answers)
    for (const [path, reading] of Object.entries(choice?.effect.fields ?? {}))
      if (reading === null) delete fields[path]
      else fields[path] = reading
    for (const [target, source] of Object.entries(choice?.effect.link ?? {}))
      if (source === null) delete link[target]
      else link[target] = source
    const value = answers[question.id]?.value
    if (choice?.asks && value !== undefined && new RegExp(choice.asks.pattern).test(value))
      link[question.field] = { const: value }
  }
  return { ...translation, fields, link }
}

/** Returns the questions that have neither an answer nor a preselected choice. */
export function unanswered(
  questions: readonly PayloadQuestion[],
  answers: QuestionAnswers = {},
): readonly PayloadQuestion[] {
  return questions.filter((question) => {
    const choice = chosen(question, answers)
    if (!choice) return true
    const value = answers[question.id]?.value ?? ''
    return choice.asks !== undefined && !new RegExp(choice.asks.pattern).test(value)
  })
}
