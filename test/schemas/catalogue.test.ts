/** Catalogue: what is written for producers is valid in each language, whatever people write into definitions. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Compile } from 'typebox/schema'
import { eventSchema } from '../../schemas/catalogue/event_schema.ts'
import { goModule } from '../../schemas/catalogue/go.ts'
import { typesMarkdown } from '../../schemas/catalogue/markdown.ts'
import { pythonModule } from '../../schemas/catalogue/python.ts'
import { typescriptModule } from '../../schemas/catalogue/typescript.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import { definitionProblems } from '../../schemas/definition.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { compileErrors } from '../support/compile_errors.ts'

const run = promisify(execFile)

const hostile = '*/ export const x = 1 // """ ${x} `\n\r\u2028injected\u0000 | <b> \\'

/** A definition whose texts and names are as awkward as the console allows. */
const awkward: Definition = {
  name: 'context_fields',
  version: '2.0',
  description: hostile,
  fields: {
    class: { type: 'string', description: hostile, example: 'a' },
    context_fields: { type: 'boolean', description: 'A field with the name of a type.', example: true },
    a_b: { type: 'integer', description: 'Two names alike in PascalCase.', example: 1 },
    a__b: { type: 'number', description: 'Two names alike in PascalCase.', example: 1.5 },
    choice: { type: 'string', description: 'A choice.', example: `"'\\`, enum: [`"'\\`, '\n', '${x}'] },
    at: { type: 'timestamp', description: 'A time.', example: '2026-03-14T09:26:53Z' },
    lines: {
      type: 'array',
      description: 'Lists of objects.',
      example: [[{ import: 'a' }]],
      items: {
        type: 'array',
        description: 'Objects.',
        example: [{ import: 'a' }],
        items: {
          type: 'object',
          description: 'An object.',
          example: { import: 'a' },
          fields: { import: { type: 'string', description: 'A word.', example: 'a' } },
        },
      },
    },
    free: { type: 'object', description: 'Any object.', example: { any: 1 } },
  },
  required: ['class', 'choice'],
}

/** A definition that accepts other names. */
const renaming: Definition = {
  ...awkward,
  name: 'row_opened',
  mode: 'strict',
  aliases: { kind: 'class', userId: 'user_id', rows: 'lines' },
}

const types = [...eventTypes.values(), eventTypeOf(awkward)]

/** An event of the awkward type, as JSON. */
const event = {
  event_name: 'context_fields',
  user_id: 'u-1',
  class: 'a',
  choice: '\n',
  context_fields: false,
  a_b: 0,
  lines: [[{ import: 'b' }]],
}

async function inFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-catalogue-'))
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true })
  }
}

/** Skips a test without this program. */
async function requireProgram(test: Mocha.Context, name: string): Promise<void> {
  const found = await run('sh', ['-c', `command -v ${name}`]).catch(() => undefined)
  if (found) return
  console.log(`    skipped: no ${name} on this machine`)
  test.skip()
}

describe('the catalogue for producers', () => {
  it('begins with a definition that can be saved', () => {
    assert.deepEqual(definitionProblems(awkward), [])
  })

  describe('JSON Schema', () => {
    it('accepts the examples of every standard event type', () => {
      for (const type of eventTypes.values()) {
        const schema = Compile(eventSchema(type))
        for (const example of type.examples) assert.ok(schema.Check(example), JSON.stringify(example))
      }
    })

    it('has required fields, the one event name and the context fields, and is closed if the type is strict', () => {
      const purchase = Compile(eventSchema(eventTypes.get('purchase')!))
      const valid = { event_name: 'purchase', transaction_id: 'T', value: 1, currency: 'EUR' }
      assert.ok(purchase.Check({ ...valid, unlisted: 1 }))
      for (const wrong of [
        { value: undefined },
        { event_name: 'refund' },
        { user_id: 7 },
        { currency: 'eur' },
      ])
        assert.ok(!purchase.Check(JSON.parse(JSON.stringify({ ...valid, ...wrong }))), JSON.stringify(wrong))
      const strict = Compile(eventSchema(eventTypeOf({ ...awkward, mode: 'strict' })))
      assert.ok(strict.Check(event))
      assert.ok(!strict.Check({ ...event, unlisted: 1 }))
    })

    it('accepts a field under another name, a required one under either', () => {
      const strict = Compile(eventSchema(eventTypeOf(renaming)))
      const { class: kind, user_id: userId, lines: rows, ...others } = { ...event, event_name: 'row_opened' }
      assert.ok(strict.Check({ ...others, kind, userId, rows }))
      assert.ok(!strict.Check({ ...others, userId, rows }))
      assert.ok(!strict.Check({ ...others, kind: 7 }))
      assert.ok(!strict.Check({ ...others, kind, userID: userId }))
    })

    it('has only keywords of JSON Schema', () => {
      const text = JSON.stringify(eventSchema(eventTypes.get('purchase')!))
      assert.doesNotMatch(text, /"column":|"personal":/)
    })
  })

  describe('TypeScript', () => {
    const compile = (code: string) =>
      compileErrors({
        'events.ts': typescriptModule(types),
        'use.ts': `import type { ContextFields2, Purchase, SluiceEvent } from './events.ts'\n${code}\n`,
      })

    it('compiles, and takes an event of each kind of field', async () => {
      assert.deepEqual(await compile(`export const event: SluiceEvent = ${JSON.stringify(event)}`), [])
    })

    it('refuses misspelt, missing and mistyped fields', async () => {
      const errors = await compile(`
        export const a: Purchase = { event_name: 'purchase', transaction_id: 'T', value: 1, curency: 'EUR' }
        export const b: Purchase = { event_name: 'purchase', transaction_id: 'T', value: 1 }
        export const c: ContextFields2 = { event_name: 'context_fields', class: 'a', choice: 'b' }
        export const d: ContextFields2 = { event_name: 'context_fields', class: 'a', choice: '\\n', lines: [[{ imports: 'a' }]] }`)
      assert.equal(errors.length, 4, errors.join('\n'))
      assert.match(errors[0]!, /'curency' does not exist in type 'Purchase'/)
      assert.match(errors[1]!, /'currency' is missing/)
      assert.match(errors[2]!, /"b"/)
      assert.match(errors[3]!, /'imports' does not exist/)
    })

    it('takes a field under another name that the definition accepts', async () => {
      const code = `
        export const a: RowOpened = { event_name: 'row_opened', kind: 'a', choice: '\\n', userId: 'u', rows: [[{ import: 'b' }]] }
        export const b: RowOpened = { event_name: 'row_opened', class: 'a', choice: '\\n', user_id: 'u' }
        export const c: RowOpened = { event_name: 'row_opened', kind: 7, choice: '\\n' }
        export const d: RowOpened = { event_name: 'row_opened', userID: 'u', choice: '\\n' }`
      const errors = await compileErrors({
        'events.ts': typescriptModule([eventTypeOf(renaming)]),
        'use.ts': `import type { RowOpened } from './events.ts'\n${code}\n`,
      })
      assert.equal(errors.length, 2, errors.join('\n'))
      assert.match(errors[0]!, /'number' is not assignable to type 'string'/)
      assert.match(errors[1]!, /'userID' does not exist/)
    })

    it('of no event types is a module, too', async () => {
      assert.deepEqual(await compileErrors({ 'events.ts': typescriptModule([]) }), [])
    })
  })

  it('Python: the module loads, and knows which fields are required', async function () {
    await requireProgram(this, 'python3')
    const { stdout: isNew } = await run('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))'])
    if (isNew.trim() !== 'True') {
      console.log('    skipped: the module needs Python 3.11 or later')
      this.skip()
    }
    await inFolder(async (dir) => {
      await writeFile(join(dir, 'events.py'), pythonModule(types))
      const code = `import events, json
print(json.dumps([sorted(events.Purchase.__required_keys__), sorted(events.ContextFields2.__required_keys__),
  "user_id" in events.Purchase.__optional_keys__, [name for name in dir(events) if name in ("x", "injected")]]))`
      const { stdout } = await run('python3', ['-B', '-c', code], { cwd: dir })
      assert.deepEqual(JSON.parse(stdout), [
        ['currency', 'event_name', 'transaction_id', 'value'],
        ['choice', 'class', 'event_name'],
        true,
        [],
      ])
    })
  })

  it('Go: the package builds, and a struct becomes the event', async function () {
    await requireProgram(this, 'go')
    await inFolder(async (dir) => {
      await mkdir(join(dir, 'events'))
      await writeFile(join(dir, 'go.mod'), 'module example.com/shop\n\ngo 1.18\n')
      await writeFile(join(dir, 'events/events.go'), goModule(types))
      await writeFile(
        join(dir, 'main.go'),
        `package main

import (
	"encoding/json"
	"os"

	"example.com/shop/events"
)

func main() {
	name, user, no, zero, word := "context_fields", "u-1", false, int64(0), "b"
	event := events.ContextFields2{Class: "a", Choice: "\\n", ContextFields2: &no, AB: &zero}
	event.EventName, event.UserId = &name, &user
	event.Lines = [][]events.ContextFields2Lines{{{Import: &word}}}
	json.NewEncoder(os.Stdout).Encode(event)
}
`,
      )
      const env = { ...process.env, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' }
      const { stdout } = await run('go', ['run', '.'], { cwd: dir, env })
      assert.deepEqual(JSON.parse(stdout), event)
    })
  })

  it('Markdown: no text of a definition is markup', () => {
    const page = typesMarkdown([eventTypeOf(awkward)])
    assert.doesNotMatch(page, /<b>/)
    const rows = page.split('\n').filter((line) => line.startsWith('|'))
    assert.equal(rows.length, 2 + Object.keys(awkward.fields).length)
    assert.match(
      typesMarkdown([eventTypeOf(renaming)]),
      /\nOther names are accepted: `kind` for `class`, `userId` for `user_id`, `rows` for `lines`\.\n/,
    )
    for (const row of rows) assert.equal(row.match(/(?<!\\)\|/g)?.length, 5, row)
  })
})
