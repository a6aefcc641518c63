/** Saved definitions: checks the patterns of the fields. They run on every event, so together they have a bound. */
import type { Definition, FieldDefinition } from './definition_schema.ts'
import { compilePattern, PatternError, type Pattern } from './pattern.ts'

/** Maximum length in characters of a text with a pattern. */
export const patternTextLength = 256

const maxPatternLength = 256

/** Elements of a list that are checked. */
const listElements = 200

/** Maximum of the steps of all patterns of a definition on the longest texts, about 20 ms. */
const maxSteps = 300_000

/** Path of a field in the definition → what is wrong with its pattern, as the predicate of a sentence. */
type PatternFaults = ReadonlyMap<string, string>

/** Returns what is wrong with a pattern; undefined if it is valid. */
export function patternProblem(pattern: string): string | undefined {
  const compiled = compiledOrProblem(pattern)
  return typeof compiled === 'string' ? compiled : undefined
}

/** Checks each pattern, and that all together are within the bound. After the first pattern beyond it, none is compiled. */
export function patternFaults({ fields }: Pick<Definition, 'fields'>): PatternFaults {
  const faults = new Map<string, string>()
  let steps = 0
  const check = (field: FieldDefinition, place: string, elements: number): void => {
    const { pattern, maxLength = patternTextLength, items, fields: members = {} } = field
    if (pattern !== undefined) {
      const compiled = steps > maxSteps ? tooManySteps : compiledOrProblem(pattern)
      if (typeof compiled === 'string') faults.set(place, compiled)
      else if ((steps += elements * stepsOn(compiled, Math.min(maxLength, patternTextLength))) > maxSteps)
        faults.set(place, tooManySteps)
    }
    if (items) check(items, `${place}.items`, elements * listElements)
    for (const [name, member] of Object.entries(members)) check(member, `${place}.fields.${name}`, elements)
  }
  for (const [name, field] of Object.entries(fields)) check(field, `fields.${name}`, 1)
  return faults
}

const tooManySteps = `needs too many steps, together with the patterns before it: start it with ^, let it go on in one way at each character, or give the field a smaller maxLength`

/** A pattern with one way at each character takes about 2 ns per character. */
function stepsOn({ steps }: Pattern, length: number): number {
  return steps === 1 ? 1 + length / 50 : 10 + steps * length
}

function compiledOrProblem(pattern: string): Pattern | string {
  if (pattern.length > maxPatternLength)
    return `has ${pattern.length} characters; the maximum is ${maxPatternLength}`
  try {
    return compilePattern(pattern)
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
}

/** Returns the definition without the patterns that have a fault. */
export function withoutPatterns(definition: Definition, faults: PatternFaults): Definition {
  const strip = (field: FieldDefinition, place: string): FieldDefinition => {
    const { pattern, items, fields, ...others } = field
    return {
      ...others,
      ...(pattern !== undefined && !faults.has(place) && { pattern }),
      ...(items && { items: strip(items, `${place}.items`) }),
      ...(fields && { fields: stripAll(fields, `${place}.fields`) }),
    }
  }
  const stripAll = (fields: Definition['fields'], place: string): Definition['fields'] =>
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, strip(field, `${place}.${name}`)]),
    )
  return { ...definition, fields: stripAll(definition.fields, 'fields') }
}
