/** docs/links.md: each example has the value that the page names, as generated code and as closures. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { shapeProblem } from '../../functions/linkage/source_form.ts'
import { closureLink, generatedLink } from '../../functions/linkage/link.ts'
import { fieldTests, sourceForms, type LinkCondition, type Source } from '../../schemas/link.ts'

const page = readFileSync(new URL('../../docs/links.md', import.meta.url), 'utf8')
const event = JSON.parse(/```json\n([^]*?)```/.exec(page)![1]!) as Readonly<Record<string, unknown>>

/** The rows of the page's tables: an example and its value. */
const rows = page.matchAll(/^\| `(.+?)` +\| `(.+?)` +\|$/gm).map(([, example, value]) => ({
  example: JSON.parse(example!) as Source | LinkCondition,
  value: JSON.parse(value!) as unknown,
}))
const examples = [...rows]

function isCondition(example: Source | LinkCondition): example is LinkCondition {
  return (
    typeof example === 'object' && ['path', 'and', 'or', 'not'].some((name) => Object.hasOwn(example, name))
  )
}

describe('docs/links.md', () => {
  for (const { example, value } of examples) {
    const source: Source = isCondition(example)
      ? { when: example, then: { const: true }, else: { const: false } }
      : example
    it(`${JSON.stringify(example)} is ${JSON.stringify(value)}`, () => {
      assert.equal(shapeProblem('field', source), undefined)
      for (const compile of [generatedLink, closureLink])
        assert.deepEqual(compile({ field: source })(event), { field: value })
    })
  }

  it('has an example of each form and each test', () => {
    const names = new Set(
      examples.flatMap(({ example }) => (typeof example === 'object' ? Object.keys(example) : [])),
    )
    for (const name of [...sourceForms.keys(), ...fieldTests, 'and', 'or', 'not'])
      assert.ok(names.has(name), `no example of "${name}"`)
  })
})
