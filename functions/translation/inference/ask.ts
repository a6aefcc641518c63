/** Translation layer: asks what the evidence does not settle and would change the meaning: amounts, times, lists and required fields. Pure. */
import { exampleText } from './example_text.ts'
import { eventTypes } from '../../../schemas/event_types.ts'
import type { FieldType } from '../../../schemas/translation/input.ts'
import { readers } from '../field_types.ts'
import { snakeName } from '../formats/names.ts'
import { amountQuestion } from './ask_amount.ts'
import type { FieldInference } from './infer.ts'
import type { PayloadQuestion } from './questions.ts'
import type { Suggestion } from './suggest.ts'
import { itemsSource, timeTypes } from './suggest_links.ts'
import { shapeOf } from './senders/index.ts'
import { requiredQuestions } from './ask_required.ts'

/** Returns the questions about the fields that are kept, the fields of the record first. */
export function questionsOf(
  fields: readonly FieldInference[],
  { event, links, translation }: Suggestion,
  isXml: boolean,
): readonly PayloadQuestion[] {
  const shape = shapeOf(fields)
  const kept = fields.filter(({ leftOut, examples }) => leftOut === undefined && examples.length > 0)
  return [
    ...kept.flatMap((field): readonly PayloadQuestion[] => {
      const question =
        amountQuestion(field, fields, shape) ??
        excelQuestion(field) ??
        orderQuestion(field, fields) ??
        commaQuestion(field, fields) ??
        epochQuestion(field) ??
        listQuestion(field, fields, event.type, isXml)
      return question ? [question] : []
    }),
    ...requiredQuestions(kept, eventTypes.get(event.type), links, translation.each),
  ]
}

function about(
  kind: PayloadQuestion['kind'],
  { path, original }: FieldInference,
): Pick<PayloadQuestion, 'id' | 'kind' | 'field' | 'original'> {
  return { id: `${kind}:${path}`, kind, field: path, original }
}

function reading(path: string, type: FieldType): { fields: Record<string, FieldType> } {
  return { fields: { [path]: type } }
}

function shown(type: FieldType, value: unknown): string {
  return String(readers[type](value, undefined) ?? value)
}

const dateName = /date|datum|day|tag$|(^|_)(time|on|at|when|since|until|created|updated)(_|$)|fecha/

function excelQuestion(field: FieldInference): PayloadQuestion | undefined {
  const { path, type, examples } = field
  if (type !== 'integer' && type !== 'number' && type !== 'number_comma' && type !== 'text') return undefined
  if (!dateName.test(snakeName(path.split('.').at(-1)!))) return undefined
  const days = examples.map((value) =>
    /^\d{5}(?:[.,]\d+)?$/.test(String(value)) ? parseFloat(String(value)) : 0,
  )
  // From 1954 to 2064.
  if (!days.every((day) => day >= 20_000 && day <= 60_000)) return undefined
  const [example] = examples
  return {
    ...about('excel_days', field),
    ask: `Is ${String(example)} the ${shown('excel_days', example)}?`,
    why: 'The name suggests a date, and the numbers are days as spreadsheets count them.',
    choices: [
      { id: 'days', label: shown('excel_days', example), effect: reading(path, 'excel_days') },
      {
        id: 'number',
        label: `The number ${String(example)}`,
        effect: reading(path, type === 'text' ? 'number' : type),
      },
    ],
    preselected: 'days',
  }
}

function epochQuestion(field: FieldInference): PayloadQuestion | undefined {
  const { path, type, examples } = field
  if (type !== 'epoch_us' && type !== 'epoch_ns') return undefined
  const time = shown(type, examples[0])
  return {
    ...about('epoch', field),
    ask: `Is ${String(examples[0])} the time ${time}?`,
    why: `The numbers have ${type === 'epoch_us' ? '16 digits: microseconds' : '19 digits: nanoseconds'} since 1970.`,
    choices: [
      { id: type, label: time, effect: reading(path, type) },
      { id: 'number', label: `The number ${String(examples[0])}`, effect: reading(path, 'text') },
    ],
    preselected: type,
  }
}

const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?:$|[T ,])/

type DayOrder = 'dmy' | 'mdy'

/** Returns the order that the values show; undefined if none of them has a part above 12. */
function shownOrder(values: readonly unknown[]): DayOrder | undefined {
  for (const value of values) {
    const match = slashed.exec(String(value).trim())
    if (match && Number(match[1]) > 12) return 'dmy'
    if (match && Number(match[2]) > 12) return 'mdy'
  }
  return undefined
}

function orderQuestion(
  field: FieldInference,
  fields: readonly FieldInference[],
): PayloadQuestion | undefined {
  const { path, type, texts = [], examples } = field
  if (type !== 'dmy' && type !== 'mdy') return undefined
  const values = [...texts, ...examples]
  const example = values.find((value) => slashed.test(exampleText(value).trim()))
  // Dots are written between a day, a month and a year.
  if (example === undefined || shownOrder(values) !== undefined || exampleText(example).includes('.'))
    return undefined
  const isSame = readers.dmy(example, undefined) === readers.mdy(example, undefined)
  const ambiguous = isSame
    ? (values.find((each) => readers.dmy(each, undefined) !== readers.mdy(each, undefined)) ?? example)
    : example
  const other = fields
    .filter((each) => each.path !== path && timeTypes.has(each.type))
    .map((each) => ({ order: shownOrder([...(each.texts ?? []), ...each.examples]), name: each.original }))
    .filter(({ order }) => order !== undefined)
  const orders = new Set(other.map(({ order }) => order))
  const [order] = orders
  return {
    ...about('date_order', field),
    ask: `Is ${exampleText(ambiguous)} the ${shown('dmy', ambiguous)} or the ${shown('mdy', ambiguous)}?`,
    why:
      orders.size === 1
        ? `The dates of ${other[0]!.name} have the ${order === 'dmy' ? 'day' : 'month'} first.`
        : 'No date has a part above 12, so nothing shows the order of day and month.',
    choices: [
      { id: 'dmy', label: `Day first: ${shown('dmy', ambiguous)}`, effect: reading(path, 'dmy') },
      { id: 'mdy', label: `Month first: ${shown('mdy', ambiguous)}`, effect: reading(path, 'mdy') },
    ],
    ...(orders.size === 1 && order !== undefined && { preselected: order }),
  }
}

const eitherSeparator = /^[-+($€£¥ ]*\d{1,3}[.,]\d{3}[)€$£¥ ]*$/u

function commaQuestion(
  field: FieldInference,
  fields: readonly FieldInference[],
): PayloadQuestion | undefined {
  const { path, type, examples, texts = [] } = field
  if (type !== 'number' && type !== 'number_comma') return undefined
  const values = [...texts, ...examples].filter((value) => typeof value === 'string')
  const example = values.find((value) => eitherSeparator.test(value.trim()))
  if (
    example === undefined ||
    !values.every((value) => eitherSeparator.test(value.trim()) || /^\d+$/.test(value.trim()))
  )
    return undefined
  const point = String(readers.number(example, undefined))
  const comma = String(readers.number_comma(example, undefined))
  if (point === comma || point === 'undefined' || comma === 'undefined') return undefined
  const others = fields.filter(
    (each) =>
      each.path !== path &&
      (each.type === 'number' || each.type === 'number_comma') &&
      each.examples.some((value) => typeof value === 'string' && /\d[.,]\d{1,2}\D*$/.test(value)),
  )
  const kinds = new Set(others.map((each) => each.type))
  const [kind] = kinds
  return {
    ...about('decimal_comma', field),
    ask: `Is ${example} the number ${point} or ${comma}?`,
    why:
      kinds.size === 1
        ? `The numbers of ${others[0]!.original} have a decimal ${kind === 'number' ? 'point' : 'comma'}.`
        : 'No number shows whether the separator is that of the decimals or of the thousands.',
    choices: [
      { id: 'number', label: point, effect: reading(path, 'number') },
      { id: 'number_comma', label: comma, effect: reading(path, 'number_comma') },
    ],
    ...(kinds.size === 1 && { preselected: kind as string }),
  }
}

function listQuestion(
  field: FieldInference,
  fields: readonly FieldInference[],
  eventType: string,
  isXml: boolean,
): PayloadQuestion | undefined {
  const { path, type, declared, why } = field
  const isMixed = type === 'list' && declared
  const parts = path.split('.').map(snakeName)
  const name = parts.at(-1)!
  const items = eventTypes.get(eventType)?.fields['items'] ? itemsSource(field, fields, true) : undefined
  const parent = parts.at(-2) ?? ''
  const isElement = new Set([
    `${name}s`,
    `${name}en`,
    `${name}_list`,
    `${name}list`,
    `${name}es`,
    'items',
    'lines',
    'products',
    'positions',
  ]).has(parent)
  const isOne = isXml && type === 'object' && (isElement || /^(item|line|position|product|row)$/.test(name))
  if (!isMixed && !isOne) return undefined
  const isItems =
    items !== undefined && /item|line|position|product|row|artikel|article/.test(`${parent} ${name}`)
  return {
    ...about('list', field),
    ask: `Can a record have several ${field.original}?`,
    why: isMixed
      ? why
      : `The element is in every record once, inside ${parent === '' ? 'the record' : parent}.`,
    choices: [
      {
        id: 'list',
        label: 'Always a list, also of one',
        effect: { ...reading(path, 'list'), ...(isItems && { link: { items } }) },
      },
      { id: 'single', label: 'A single one', effect: { fields: { [path]: null } } },
    ],
    ...((isMixed || isElement) && { preselected: 'list' }),
  }
}
