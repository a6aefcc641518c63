/** The pictures of docs/architecture.md show the repository as it is. A failure says which command draws them again. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawPictures } from './architecture/draw.ts'
import { flowDifferences, readFlow } from './architecture/flow.ts'
import { directImports, floorsOf, readStructure } from './architecture/structure.ts'
import { repositoryRoot } from './support/sources.ts'

function read(file: string): Promise<string> {
  return readFile(join(repositoryRoot, file), 'utf8')
}

describe('docs/architecture.md', () => {
  it('shows the pictures, drawn from the imports and the graph as they are', async () => {
    const page = await read('docs/architecture.md')
    for (const [file, svg] of await drawPictures()) {
      assert.ok(page.includes(`](${file.slice('docs/'.length)})`), `show ${file} in docs/architecture.md`)
      const hint = `${file} is out of date. Run: node test/architecture/draw.ts`
      assert.ok((await read(file)) === svg, hint)
    }
  })

  it('draws every edge of docs/graph.md, and no other', async () => {
    const differences = flowDifferences(readFlow(await read('docs/graph.md')))
    assert.deepEqual(differences, [], 'Change the edges in test/architecture/flow_places.ts.')
  })

  it('has no circle and no arrow up', async () => {
    const { parts, packages, layers } = await readStructure()
    for (const imports of [parts, packages, layers]) {
      const floors = floorsOf(imports)
      for (const [from, to] of directImports(imports)) assert.ok(floors.get(from)! > floors.get(to)!)
    }
    assert.deepEqual([...(parts.get('packages') ?? [])], [], 'packages import nothing of the product')
  })

  it('notices a circle, and an edge that is missing or gone', () => {
    const circle = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a'])],
    ])
    assert.throws(() => floorsOf(circle), /a → b → c → a/)
    const differences = flowDifferences(readFlow('  f_store --> f_forward\n'))
    assert.ok(differences.includes('docs/graph.md has f_store → f_forward, the picture has not.'))
    assert.ok(differences.includes('The picture has b_events → f_store, docs/graph.md has not.'))
  })

  it('leaves out of the picture the imports that others imply', () => {
    const imports = new Map([
      ['a', new Set(['b', 'c'])],
      ['b', new Set(['c'])],
      ['c', new Set<string>()],
    ])
    assert.deepEqual(directImports(imports), [
      ['a', 'b'],
      ['b', 'c'],
    ])
  })
})
