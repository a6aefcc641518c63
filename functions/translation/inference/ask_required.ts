/** Translation layer: asks which field of the record is a required field of the event. Pure. */
import type { EventType } from '../../../schemas/event_type.ts'
import type { Source } from '../../../schemas/link.ts'
import type { FieldInference } from './infer.ts'
import type { Choice, PayloadQuestion } from './questions.ts'
import type { FieldSuggestion } from './suggest_links.ts'

/** Maximum number of fields that a question lists. */
const maxChoices = 30

const constants: Readonly<Record<string, NonNullable<Choice['asks']>>> = {
  currency: { label: 'The currency of all records', pattern: '^[A-Z]{3}$', example: 'EUR' },
}

/** Returns one question per required field of the event type that no link fills. */
export function requiredQuestions(
  fields: readonly FieldInference[],
  type: EventType | undefined,
  links: readonly FieldSuggestion[],
  each: string | undefined,
): readonly PayloadQuestion[] {
  const linked = new Set(links.map(({ path }) => path))
  return (type?.required ?? [])
    .filter((target) => !links.some((link) => link.target === target))
    .map((target): PayloadQuestion => {
      const plausible = fields
        .filter(({ inList, path }) => !inList || (each !== undefined && path.startsWith(`${each}.`)))
        .filter((field) => !linked.has(field.path) && mayBe(target, field))
        .slice(0, maxChoices)
      const asks = constants[target]
      return {
        id: `required:${target}`,
        kind: 'required',
        field: target,
        original: target,
        ask: `Which of yours is ${target}?`,
        why: `The event ${type!.name} requires it, and no name of a field says which it is.`,
        choices: [
          ...plausible.map((field) => ({
            id: field.path,
            label: `${field.original}: ${String(field.examples[0]).slice(0, 64)}`,
            effect: { link: { [target]: sourceOf(target, field) } },
          })),
          ...(asks ? [{ id: 'constant', label: 'The same for all', effect: {}, asks }] : []),
          { id: 'none', label: 'No field: the events violate their definition', effect: {} },
        ],
      }
    })
}

function mayBe(target: string, { type, examples }: FieldInference): boolean {
  const isNumber = ['integer', 'number', 'number_comma'].includes(type)
  if (target === 'value') return isNumber
  if (target === 'currency')
    return type === 'text' && examples.every((value) => /^[A-Za-z]{3}$|^[$€£¥]$/.test(String(value).trim()))
  return type === 'text' || type === 'integer'
}

const symbols = { $: 'USD', '€': 'EUR', '£': 'GBP' }

function sourceOf(target: string, { path, type, examples }: FieldInference): Source {
  if (target === 'currency')
    return examples.some((value) => /^[$€£]$/.test(String(value)))
      ? { from: path, values: symbols }
      : { from: path, as: 'upper' }
  return target !== 'value' && type === 'integer' ? { from: path, as: 'string' } : path
}
