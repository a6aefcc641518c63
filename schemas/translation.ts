/** Saved translations: describes the mapping of raw payloads to events as JSON, as the console saves it in table `definitions`. */
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import { Value } from 'typebox/value'
import { nameProblems } from './event_type.ts'
import { nearestEventName } from './event_types.ts'
import { sizeProblem } from './json_shape.ts'
import { LinkSchema } from './link.ts'
import { Path, Reading } from './translation/reading.ts'
import { formats, isCharset, isTimeZone, sourcePath, translationLimits } from './translation/input.ts'

const Input = Type.Object(
  {
    format: Type.Enum([...formats], {
      description: 'Format of the body. csv has any delimiter.',
    }),
    delimiter: Type.Optional(
      Type.Enum([',', ';', '\t', '|'], {
        description: 'Column separator of csv. Default: comma.',
      }),
    ),
    header: Type.Optional(
      Type.Boolean({ description: 'True if the first row of csv names the columns. Default: true.' }),
    ),
    names: Type.Optional(
      Type.Enum(['romanized'], {
        description:
          'romanized: names in another script than Latin are written in Latin letters. Default: their letters are left out.',
      }),
    ),
    prefix: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
        maxLength: 64,
        description:
          'Field for the text before the first pair of a line, such as a time. Default: a line with such a text is refused.',
      }),
    ),
    layout: Type.Optional(
      Type.Enum(['line', 'block'], {
        description:
          'A record of pairs is a line, or a block of lines that ends with an empty line. Default: line.',
      }),
    ),
    charset: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'Label of the encoding (https://encoding.spec.whatwg.org/#names-and-labels). Default: the charset of the request.',
      }),
    ),
    records: Type.Optional(
      Type.Union([Path], {
        description: 'Path of the list of records in json or xml. Default: the whole body is one record.',
      }),
    ),
    time_zone: Type.Optional(
      Type.String({ maxLength: 64, description: 'IANA time zone of times without a zone. Default: UTC.' }),
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
      otherwise: Type.Optional(
        Type.Enum(['refuse', 'leave_out', 'quarantine'], {
          description:
            'What becomes of a record with another value: it is refused, left out and counted, or stored in quarantine. Default: refuse.',
        }),
      ),
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
      description: 'Name of the translation, the last part of its URL.',
    }),
    version: Type.String({
      pattern: '^(0|[1-9]\\d{0,3})\\.(0|[1-9]\\d{0,3})$',
      description: '`major.minor`. Versions are immutable.',
    }),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    input: Input,
    fields: Type.Record(Type.String({ pattern: sourcePath }), Reading, {
      additionalProperties: false,
      maxProperties: 2000,
      description: 'Source field → type that its text is read as. Other fields are not converted.',
    }),
    event: Type.Object(
      { name: EventNameSource },
      {
        additionalProperties: false,
        description: 'Name of the event: a constant or a field of the record.',
      },
    ),
    each: Type.Optional(
      Type.Union([Path], {
        description:
          'Path of a list. Each element becomes an event, in which the path refers to that element.',
      }),
    ),
    link: Type.Unsafe<Static<typeof LinkSchema>>(
      Type.Object({}, { description: 'Context field or event field → source (schemas/link.ts).' }),
    ),
    required: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 500,
        description: 'Required fields of the link. A record without one of them yields no event.',
      }),
    ),
    rest: Type.Enum(['keep', 'drop'], {
      description: 'Fields that the link does not read become event fields (keep) or are dropped.',
    }),
    drop: Type.Optional(
      Type.Array(Path, { maxItems: 500, description: 'Source fields to drop although rest is keep.' }),
    ),
  },
  { additionalProperties: false },
)
export type Translation = Static<typeof Translation>
export type TranslationInput = Translation['input']
/** What becomes of a record whose value names no event. */
export type OtherName = NonNullable<Extract<Translation['event']['name'], { from: string }>['otherwise']>

// Compiled on first use, so that instances start faster.
let compiled: ReturnType<typeof Compile<typeof Translation>> | undefined
let compiledLink: ReturnType<typeof Compile<typeof LinkSchema>> | undefined

function isLink(value: unknown): boolean {
  return (compiledLink ??= Compile(LinkSchema)).Check(value)
}

/** A translation has a reading and a link for each column at most. */
const translationText = {
  characters: 1_000_000,
  levels: 100,
  members: 2 * translationLimits.columns,
} as const

/** Returns one sentence per error of a translation, each with the path; empty if it is valid. */
export function translationProblems(value: unknown): readonly string[] {
  const tooLarge = sizeProblem(JSON.stringify(value) ?? '', 'The translation', translationText)
  if (tooLarge) return [tooLarge]
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
      ? eventNameProblems(event.name.const)
      : Object.values(event.name.values ?? {}).flatMap(eventNameProblems)),
    ...('from' in event.name && event.name.default !== undefined && event.name.otherwise !== undefined
      ? ['event.name.otherwise has no effect beside event.name.default: leave one of them out.']
      : []),
    ...Object.keys(link).flatMap(targetProblems),
    ...required
      .filter((field) => !Object.hasOwn(link, field))
      .map((field) => `required names ${field}, which the link does not contain.`),
  ]
}

function linkProblem([field, source]: [string, unknown]): string[] {
  return isLink({ [field]: source })
    ? []
    : [
        `link.${field} is not a source. Expected a path, or an object with const, from, first, template, each or another form.`,
      ]
}

function inputProblems({ format, charset, time_zone: zone, ...others }: TranslationInput): string[] {
  const misplaced = Object.keys(others).filter((option) => optionsOf[option]?.includes(format) === false)
  return [
    ...misplaced.map((option) => `input.${option} does not apply to format ${format}.`),
    ...(charset !== undefined && !isCharset(charset)
      ? [`input.charset "${charset}" is not a known encoding.`]
      : []),
    ...(zone !== undefined && !isTimeZone(zone)
      ? [`input.time_zone "${zone}" is not in the IANA time zone database.`]
      : []),
  ]
}

const optionsOf: Readonly<Record<string, readonly string[]>> = {
  delimiter: ['csv'],
  header: ['csv'],
  layout: ['pairs'],
  prefix: ['pairs'],
  records: ['json', 'xml'],
}

/** Checks a constant event name as definitions do. */
function eventNameProblems(name: string): string[] {
  const near = nearestEventName(name)
  const hint = near === undefined || near === name ? '' : ` Did you mean "${near}"?`
  return nameProblems(name).map((problem) => `${problem}.${hint}`)
}

function targetProblems(field: string): string[] {
  return field.split('.')[0] === 'event_name' ? ['link.event_name is not allowed; use event.name.'] : []
}
