/** Saved definitions: describes an event type as JSON, as the console saves it in table `definitions`. */
import { Compile } from 'typebox/schema'
import { Value } from 'typebox/value'
import { aliasProblems } from './aliases.ts'
import { contextNames } from './context.ts'
import { eventTypeOf } from './definition_event.ts'
import { patternFaults, patternTextLength, withoutPatterns } from './definition_pattern.ts'
import { nameProblems } from './event_type.ts'
import { eventTypes } from './event_types.ts'
import { Definition, type FieldDefinition } from './definition_schema.ts'
import { sizeProblem } from './json_shape.ts'
import { lifecycleProblems } from './lifecycle.ts'

// Compiled on first use, so that instances start faster.
let compiled: ReturnType<typeof Compile<typeof Definition>> | undefined

/** Returns one sentence per error of a definition, each with the path; empty if it is valid. */
export function definitionProblems(value: unknown): readonly string[] {
  const problems = problemsBesidePatterns(value)
  if (problems.length > 0) return problems
  const definition = value as Definition
  const faults = patternProblems(patternFaults(definition))
  return faults.length > 0 ? faults : exampleProblems(definition)
}

/** Reads a definition that was saved, perhaps under other rules. Patterns that cannot be used are taken out, so that the events of the type are
 * still checked by everything else; `ignored` names them. Else returns the problems. */
export function usableDefinition(
  value: unknown,
): { definition: Definition; ignored: readonly string[] } | { problems: readonly string[] } {
  const problems = problemsBesidePatterns(value)
  if (problems.length > 0) return { problems }
  const faults = patternFaults(value as Definition)
  const definition = faults.size > 0 ? withoutPatterns(value as Definition, faults) : (value as Definition)
  const invalid = exampleProblems(definition)
  return invalid.length > 0 ? { problems: invalid } : { definition, ignored: patternProblems(faults) }
}

function patternProblems(faults: ReturnType<typeof patternFaults>): readonly string[] {
  return [...faults].map(([place, problem]) => `${place}.pattern ${problem}.`)
}

/** Returns one sentence if the text of a definition is too large to be checked in a bounded time. */
export function definitionTextProblem(text: string): string | undefined {
  return sizeProblem(text, 'The definition', { characters: 500_000, levels: 100, members: 200 })
}

function problemsBesidePatterns(value: unknown): readonly string[] {
  const tooLarge = definitionTextProblem(JSON.stringify(value) ?? '')
  if (tooLarge) return [tooLarge]
  if (!(compiled ??= Compile(Definition)).Check(value)) {
    return Value.Errors(Definition, value).map(
      ({ instancePath, message }) => `${instancePath || 'The definition'} ${message}.`,
    )
  }
  const { name, fields, required = [] } = value
  return [
    ...nameProblems(name).map((problem) => `${problem}.`),
    ...(eventTypes.has(name) ? [`'${name}' is a built-in event type and cannot be redefined.`] : []),
    ...required
      .filter((field) => !Object.hasOwn(fields, field))
      .map((field) => `required names ${field}, which is not a field.`),
    ...Object.keys(fields)
      .filter((field) => contextNames.has(field))
      .map((field) => `fields.${field} is a context field; every event has it.`),
    ...aliasProblems(value),
    ...lifecycleProblems(value),
    ...Object.entries(fields).flatMap(([field, about]) => fieldProblems(about, `fields.${field}`, 1)),
  ]
}

const maxDepth = 5

function fieldProblems(field: FieldDefinition, place: string, depth: number): readonly string[] {
  const { type, pattern, maxLength, items, fields = {} } = field
  if (depth > maxDepth) return [`${place} is nested deeper than ${maxDepth} levels.`]
  return [
    ...misplaced(field).map((keyword) => `${place}.${keyword} does not apply to a field of type ${type}.`),
    ...(pattern !== undefined && (maxLength ?? 0) > patternTextLength
      ? [`${place}.maxLength is ${maxLength}; the maximum with a pattern is ${patternTextLength}.`]
      : []),
    ...(type === 'array' && !items ? [`${place}.items is missing; it describes the elements.`] : []),
    ...(items ? fieldProblems(items, `${place}.items`, depth + 1) : []),
    ...Object.entries(fields).flatMap(([name, member]) =>
      fieldProblems(member, `${place}.fields.${name}`, depth + 1),
    ),
  ]
}

const typesOf: Readonly<Record<string, readonly FieldDefinition['type'][]>> = {
  format: ['string'],
  pattern: ['string'],
  enum: ['string'],
  maxLength: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  items: ['array'],
  fields: ['object'],
}

/** Keywords that do not apply to the type. With `enum`, no other keyword of a string applies. */
function misplaced(field: FieldDefinition): readonly string[] {
  return Object.keys(field).filter(
    (keyword) =>
      typesOf[keyword]?.includes(field.type) === false ||
      (field.enum && ['format', 'pattern', 'maxLength'].includes(keyword)),
  )
}

function exampleProblems(definition: Definition): readonly string[] {
  return Object.entries(eventTypeOf(definition).fields)
    .filter(([, schema]) => !Value.Check(schema, schema.examples[0]))
    .map(([name]) => `fields.${name}.example is not valid for the field.`)
}

/** Compares versions: negative if `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [majorA = 0, minorA = 0, patchA = 0] = a.split('.').map(Number)
  const [majorB = 0, minorB = 0, patchB = 0] = b.split('.').map(Number)
  return majorA - majorB || minorA - minorB || patchA - patchB
}
