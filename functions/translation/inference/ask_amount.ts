/** Translation layer: asks whether an amount is in the minor unit of its currency, such as cents. Pure. */
import { exampleText } from './example_text.ts'
import type { MinorUnits } from '../../../schemas/translation/input.ts'
import { snakeName } from '../formats/names.ts'
import { exponentOf, majorUnits } from '../minor_units.ts'
import type { FieldInference } from './infer.ts'
import type { PayloadQuestion } from './questions.ts'
import type { PayloadShape } from './senders/shape.ts'
import { eventSynonyms } from './synonyms.ts'

const amountName =
  /(^|_)(amount|total|price|value|sum|summe|betrag|subtotal|tax|fee|fees|net|gross|revenue|cost|paid|due|refunded|discount|shipping|cents|minor_units|subunits)(_|$)|betrag$|preis$/
const minorName = /(^|_)(cents|in_cents|minor|minor_units|subunits|cent|pence)(_|$)/
const otherName = /quantity|count|number|_id$|percent|rate|items|points/

/** Returns the question for a whole number with a currency beside it; undefined for another field. */
export function amountQuestion(
  field: FieldInference,
  fields: readonly FieldInference[],
  shape: PayloadShape | undefined,
): PayloadQuestion | undefined {
  const { path, original, examples, type } = field
  const known = shape?.amounts?.[path]
  const name = snakeName(path.split('.').at(-1)!)
  if (type !== 'integer' || !examples.every((value) => /^-?\d+$/.test(String(value)))) return undefined
  const isNamed = minorName.test(name)
  if (!known && (shape !== undefined || !amountName.test(name) || otherName.test(name))) return undefined
  // Small numbers and zeros are no evidence for cents.
  if (!known && !isNamed && !examples.every((value) => Math.abs(Number(value)) >= 100)) return undefined
  const reading = known ?? readingOf(path, fields)
  if (!reading) return undefined
  const code = currencyOf(reading, fields)
  const decimals = exponentOf(code, reading.exponents)
  if (code === undefined || decimals === undefined) return undefined
  // Without decimals, both readings are the same.
  if (decimals === 0 && !known && !isNamed) return undefined
  const example = examples.find((value) => Number(value) !== 0) ?? examples[0]
  const minor = `${(majorUnits(example, decimals) ?? 0).toFixed(decimals)} ${code}`
  const major = `${Number(example).toLocaleString('en-US', { minimumFractionDigits: decimals })} ${code}`
  return {
    id: `minor_units:${path}`,
    kind: 'minor_units',
    field: path,
    original,
    ask: `Is ${String(example)} with ${code} ${minor} or ${major}?`,
    why: known
      ? `${shape.title} sends amounts in the minor unit of the currency (${shape.docs}).`
      : isNamed
        ? 'The name says that the amount is in the minor unit.'
        : 'All values are whole numbers with a currency beside them.',
    choices: [
      { id: 'minor', label: minor, effect: { fields: { [path]: reading } } },
      { id: 'major', label: major, effect: { fields: { [path]: 'number' } } },
    ],
    ...((known || isNamed) && { preselected: 'minor' }),
  }
}

const currencyNames = new Set(['currency', ...(eventSynonyms['currency'] ?? [])])

/** Returns the nearest currency: of the same object, else of an object around it. */
function readingOf(path: string, fields: readonly FieldInference[]): MinorUnits | undefined {
  const parents = path.split('.').slice(0, -1)
  for (let depth = parents.length; depth >= 0; depth--) {
    const prefix = parents.slice(0, depth).join('.')
    const currency = fields.find(
      (field) =>
        field.path.split('.').slice(0, -1).join('.') === prefix &&
        currencyNames.has(snakeName(field.path.split('.').at(-1)!)) &&
        field.examples.every((value) => exponentOf(value) !== undefined) &&
        field.examples.length > 0,
    )
    if (currency) return { type: 'minor_units', currency: currency.path }
  }
  return undefined
}

function currencyOf({ currency }: MinorUnits, fields: readonly FieldInference[]): string | undefined {
  if (typeof currency !== 'string') return currency.const
  const value = fields.find(({ path }) => path === currency)?.examples[0]
  return value === undefined ? undefined : exampleText(value).toUpperCase()
}
