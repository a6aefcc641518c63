/** Saved translations: how the raw payload of somebody's system becomes events, as plain JSON; the table `definitions` keeps it. */
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import { Value } from 'typebox/value'
import { contextNames } from './context.ts'
import { nameProblems } from './event_type.ts'
import { nearestEventName } from './event_types.ts'
import { LinkSchema } from './link.ts'
import { fieldTypes, formats, isCharset, isTimeZone, sourcePath } from './translation/input.ts'

const Path = Type.String({
  pattern: sourcePath,
  maxLength: 512,
  description:
    'Dotted path into a record, by the names as they are read: letters, digits and underscores, lists passed through.',
})

const Input = Type.Object(
  {
    format: Type.Enum([...formats], {
      description: 'How the body is written; csv stands for any delimiter.',
    }),
    delimiter: Type.Optional(
      Type.Enum([',', ';', '\t', '|'], {
        description: 'What separates the columns of csv; a comma unless told.',
      }),
    ),
    header: Type.Optional(
      Type.Boolean({ description: 'Whether the first row of csv names the columns; true unless told.' }),
    ),
    layout: Type.Optional(
      Type.Enum(['line', 'block'], {
        description:
          'Whether each line of pairs is a record, or each block of lines, which an empty line ends; line unless told.',
      }),
    ),
    charset: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'Label of the encoding (https://encoding.spec.whatwg.org/#names-and-labels); as the request says unless told.',
      }),
    ),
    records: Type.Optional(
      Type.Union([Path], {
        description: 'Where json and xml hold the list of records; the whole is the record unless told.',
      }),
    ),
    time_zone: Type.Optional(
      Type.String({ maxLength: 64, description: 'IANA zone of times that name none; UTC unless told.' }),
    ),
  },
  { additionalProperties: false },
)

const EventNameSource = Type.Union([
  Type.Object({ const: Type.String({ minLength: 1, maxLength: 128 }) }, { additionalProperties: false }),
  Type.Object(
    {
      from: Path,
      values: Type.Optional(
        Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 128 }), { maxProperties: 200 }),
      ),
      default: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    },
    { additionalProperties: false },
  ),
])

/** One version of a translation. */
export const Translation = Type.Object(
  {
    name: Type.String({
      pattern: '^[a-z][a-z0-9]*(_[a-z0-9]+)*$',
      minLength: 3,
      maxLength: 64,
      description: 'Id of the translation, the last part of its address.',
    }),
    version: Type.String({
      pattern: '^(0|[1-9]\\d{0,3})\\.(0|[1-9]\\d{0,3})$',
      description: '`major.minor`; a version never changes.',
    }),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    input: Input,
    fields: Type.Record(Type.String({ pattern: sourcePath }), Type.Enum([...fieldTypes]), {
      additionalProperties: false,
      maxProperties: 2000,
      description: 'Source field → what its text is read as. A field that is not listed stays as it came.',
    }),
    event: Type.Object(
      { name: EventNameSource },
      {
        additionalProperties: false,
        description: 'The name of the event, a constant or a field of the record.',
      },
    ),
    each: Type.Optional(
      Type.Union([Path], {
        description:
          'A list: each of its elements becomes an event, in which the path stands for that element.',
      }),
    ),
    link: Type.Unsafe<Static<typeof LinkSchema>>(
      Type.Object(
        {},
        { description: 'Context field or event-specific field → source, as schemas/link.ts has it.' },
      ),
    ),
    required: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 500,
        description: 'Fields of the link without which no event is made.',
      }),
    ),
    rest: Type.Enum(['keep', 'drop'], {
      description: 'What becomes of fields that the link does not read: event-specific fields, or nothing.',
    }),
    drop: Type.Optional(
      Type.Array(Path, { maxItems: 500, description: 'Source fields that are not kept all the same.' }),
    ),
  },
  { additionalProperties: false },
)
export type Translation = Static<typeof Translation>
export type TranslationInput = Translation['input']

// Compiled when the first is looked at: an instance that looks at none starts the sooner.
let compiled: ReturnType<typeof Compile<typeof Translation>> | undefined
let compiledLink: ReturnType<typeof Compile<typeof LinkSchema>> | undefined

function isLink(value: unknown): boolean {
  return (compiledLink ??= Compile(LinkSchema)).Check(value)
}

/** What is wrong with a value that should be a translation, one sentence each that names the place; empty when nothing is. */
export function translationProblems(value: unknown): readonly string[] {
  if (!(compiled ??= Compile(Translation)).Check(value)) {
    return Value.Errors(Translation, value).map(
      ({ instancePath, message }) => `${instancePath || 'The translation'} ${message}.`,
    )
  }
  const { input, event, link, required = [] } = value
  if (!isLink(link)) return Object.entries(link).flatMap(linkProblem)
  return [
    ...inputProblems(input),
    ...('const' in event.name
      ? nameLint(event.name.const)
      : Object.values(event.name.values ?? {}).flatMap(nameLint)),
    ...Object.keys(link).flatMap(targetProblems),
    ...required
      .filter((field) => !Object.hasOwn(link, field))
      .map((field) => `required names ${field}, which the link does not give.`),
  ]
}

function linkProblem([field, source]: [string, unknown]): string[] {
  return isLink({ [field]: source })
    ? []
    : [
        `link.${field} is no source: a path, or an object with one of const, from, first, template, each and so on.`,
      ]
}

function inputProblems({ format, charset, time_zone: zone, ...others }: TranslationInput): string[] {
  const misplaced = Object.keys(others).filter((option) => !optionsOf[option]?.includes(format))
  return [
    ...misplaced.map((option) => `input.${option} says nothing of ${format}.`),
    ...(charset !== undefined && !isCharset(charset)
      ? [`input.charset "${charset}" is no known encoding.`]
      : []),
    ...(zone !== undefined && !isTimeZone(zone)
      ? [`input.time_zone "${zone}" is no time zone of the IANA database.`]
      : []),
  ]
}

const optionsOf: Readonly<Record<string, readonly string[]>> = {
  delimiter: ['csv'],
  header: ['csv'],
  layout: ['pairs'],
  records: ['json', 'xml'],
}

/** Names that are written down are linted as those of definitions are. */
function nameLint(name: string): string[] {
  const near = nearestEventName(name)
  const hint = near === undefined || near === name ? '' : ` Did you mean "${near}"?`
  return nameProblems(name).map((problem) => `${problem}.${hint}`)
}

/** A context field misspelt would become an event-specific field without anybody noticing. */
function targetProblems(field: string): string[] {
  const [first = '', ...others] = field.split('.')
  if (first === 'event_name') return ['link.event_name is given by event.name.']
  if (contextNames.has(first) || first === 'event_data' || others.length > 0) return []
  const near = [...contextNames].find((name) => name.length > 4 && isOneEditAway(first, name))
  return near === undefined ? [] : [`link.${field} is no context field; did you mean "${near}"?`]
}

/** Whether one letter more, less or other, or two swapped, make the difference; a plural is another word. */
function isOneEditAway(word: string, name: string): boolean {
  let start = 0
  while (start < word.length && word[start] === name[start]) start++
  let end = 0
  while (end < Math.min(word.length, name.length) - start && word.at(-1 - end) === name.at(-1 - end)) end++
  const [of, to] = [word.slice(start, word.length - end), name.slice(start, name.length - end)]
  if (`${name}s` === word) return false
  return Math.max(of.length, to.length) === 1 || (of.length === 2 && of[0] === to[1] && of[1] === to[0])
}
