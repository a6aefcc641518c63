/** Saved definitions: are checked, and become event types like those in code. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Compile } from 'typebox/compile'
import { compareVersions, definitionProblems } from '../../schemas/definition.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import { patternProblem } from '../../schemas/definition_pattern.ts'
import { toTypeScript } from '../../schemas/definition_text.ts'
import type { EventType } from '../../schemas/event_type.ts'

const definition: Definition = {
  name: 'article_read',
  version: '1.0',
  description: "A reader's eyes reached the end: `${it}` */ was \\ read.",
  mode: 'strict',
  fields: {
    article_id: {
      type: 'string',
      description: 'Id of the article.',
      example: 'A-1',
      pattern: '^A-\\d+$',
      maxLength: 64,
    },
    contact: {
      type: 'string',
      description: 'Who wrote it.',
      example: 'ada@example.com',
      format: 'email',
      personal: true,
    },
    edition: { type: 'string', description: 'Which edition.', example: 'print', enum: ['web', 'print'] },
    minutes: { type: 'number', description: 'How long it took.', example: 3.5, minimum: 0, personal: true },
    pages: { type: 'integer', description: 'How many pages.', example: 12, minimum: 1, maximum: 10_000 },
    finished: { type: 'boolean', description: 'True if it was read to the end.', example: true },
    opened_at: { type: 'timestamp', description: 'When it was opened.', example: '2026-03-14T09:26:53Z' },
    published_on: { type: 'date', description: 'When it appeared.', example: '2026-03-14' },
    author: {
      type: 'object',
      description: 'The author.',
      example: { name: 'Ada' },
      fields: { name: { type: 'string', description: 'Name.', example: 'Ada', personal: true } },
    },
    tags: {
      type: 'array',
      description: 'Tags.',
      example: ["it's", '"quoted"'],
      items: { type: 'string', description: 'One tag.', example: 'math' },
    },
  },
  required: ['article_id', 'edition'],
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** Returns the event type that a file with this text exports. */
async function declared(text: string, name: string): Promise<EventType> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-definition-'))
  const schemas = new URL('../../schemas/', import.meta.url).href
  try {
    const file = join(dir, `${name}.ts`)
    await writeFile(file, text.replaceAll("from '../", `from '${schemas}`))
    const module = (await import(pathToFileURL(file).href)) as Record<string, EventType>
    return module[name]!
  } finally {
    await rm(dir, { recursive: true })
  }
}

describe('a saved definition', () => {
  it('that is valid becomes an event type', () => {
    assert.deepEqual(definitionProblems(definition), [])
    const type = eventTypeOf(definition)
    assert.equal(type.mode, 'strict')
    assert.equal(type.fields['contact']!.personal, true)
    assert.equal(type.fields['pages']!.column, 'INT64')
    assert.ok(Compile(type.schema).Check({ article_id: 'A-1', edition: 'web', tags: ['a'] }))
    assert.ok(!Compile(type.schema).Check({ article_id: 'B-1', edition: 'web' }))
    assert.ok(!Compile(type.schema).Check({ article_id: 'A-1' }), 'edition is required')
  })

  it('exports as TypeScript with the same event type', async () => {
    const type = await declared(toTypeScript(definition), 'article_read')
    const named = { ...definition, aliases: { articleId: 'article_id', 'user-id': 'user_id' } }
    assert.deepEqual(plain(await declared(toTypeScript(named), 'article_read')), plain(eventTypeOf(named)))
    assert.deepEqual(plain(type), plain(eventTypeOf(definition)))
    const bare: Definition = { name: 'door_open', version: '1.2', description: 'A door.', fields: {} }
    assert.deepEqual(plain(await declared(toTypeScript(bare), 'door_open')), plain(eventTypeOf(bare)))
  })

  const field = definition.fields['article_id']!
  const withField = (about: object): object => ({
    ...definition,
    fields: { ...definition.fields, extra: { ...field, ...about } },
  })
  const refused: Record<string, [unknown, RegExp]> = {
    'that is not an object': [7, /must be object/],
    'with an unknown member': [{ ...definition, maker: 'ada' }, /additional properties/],
    'with an invalid name': [{ ...definition, name: 'facebookLead' }, /must be snake_case/],
    'with the name of an event type in code': [
      { ...definition, name: 'purchase' },
      /'purchase' is a built-in event type/,
    ],
    'with an invalid version': [{ ...definition, version: '1' }, /\/version must match pattern/],
    'that requires an unknown field': [{ ...definition, required: ['isbn'] }, /required names isbn/],
    'with a context field': [
      { ...definition, fields: { email: field }, required: [] },
      /fields\.email is a context field/,
    ],
    'with a field name that is not a column name': [
      { ...definition, fields: { 'a.b': field }, required: [] },
      /fields/,
    ],
    'with a pattern that looks around': [
      withField({ pattern: '^(?=A)' }),
      /fields\.extra\.pattern has a lookaround at character 2/,
    ],
    'with a maxLength that is too large for a pattern': [
      withField({ maxLength: 1024 }),
      /maxLength is 1024; the maximum with a pattern/,
    ],
    'with a keyword of another type': [withField({ minimum: 1 }), /fields\.extra\.minimum does not apply/],
    'with a list without an element type': [
      withField({ type: 'array', pattern: undefined, maxLength: undefined }),
      /items is missing/,
    ],
    'with an alias of no field': [
      { ...definition, aliases: { articleId: 'articel_id' } },
      /aliases\.articleId names "articel_id", which is neither .* did you mean "article_id"\?/,
    ],
    'with an alias that is a field': [
      { ...definition, aliases: { user_id: 'article_id' } },
      /aliases\.user_id is the name of a field already/,
    ],
    'with an alias of the name': [
      { ...definition, aliases: { event: 'event_name' } },
      /aliases\.event names "event_name"/,
    ],
    'with an example that is not valid': [
      withField({ example: 'B-1' }),
      /fields\.extra\.example is not valid/,
    ],
  }
  for (const [what, [value, problem]] of Object.entries(refused)) {
    it(`${what} is invalid`, () => {
      assert.match(definitionProblems(JSON.parse(JSON.stringify(value))).join('\n'), problem)
    })
  }

  it('that is nested too deeply is invalid', () => {
    let deep: object = field
    for (let level = 0; level < 6; level++)
      deep = { type: 'object', description: 'A level.', example: {}, fields: { inner: deep } }
    const problems = definitionProblems({ ...definition, fields: { deep }, required: [] })
    assert.match(problems.join('\n'), /is nested deeper than 5 levels/)
  })

  it('has versions that are ordered by number', () => {
    assert.deepEqual(['1.10', '2.0', '1.9', '10.0'].toSorted(compareVersions), ['1.9', '1.10', '2.0', '10.0'])
  })
})

describe('a pattern', () => {
  for (const pattern of [
    '^[A-Z]{3}$',
    '^\\d+-\\d+$',
    '^(?:web|app)$',
    '^(ab)+$',
    '^[(+*]+$',
    '^\\(\\d+\\)$',
    '^(ab)?$',
    '^(a+)+$',
    '(a|aa){40}',
    '(?P<n>a)',
    '(?i)a*b*c*d*',
    '(a?){50}',
    '^\\p{L}+$',
  ]) {
    it(`${pattern} is valid`, () => assert.equal(patternProblem(pattern), undefined))
  }
  // https://github.com/google/re2/wiki/Syntax
  const refused = {
    '(': /RE2: missing closing \)/,
    'a**': /RE2: invalid nested repetition operator at character 2, `\*\*`/,
    '(a)\\1': /has a backreference at character 4, `\\1`, which RE2 does not support/,
    '(?=a)': /has a lookaround/,
    'b(?<!a)': /has a lookaround at character 2/,
    'a{1001}': /invalid repeat count at character 2, `\{1001\}`/,
    '(a{1000}){1000}': /invalid repeat count/,
    '(ab|c){500}': /is too large/,
    ['x'.repeat(257)]: /has 257 characters; the maximum is 256/,
  }
  for (const [pattern, problem] of Object.entries(refused)) {
    it(`${pattern.slice(0, 20)} is invalid`, () => assert.match(patternProblem(pattern) ?? '', problem))
  }
})
