/** The views, when an update changes them: BigQuery takes no statement that changes the columns of a view, and a view holds no rows. */
import assert from 'node:assert/strict'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { examples, stack } from './stack.ts'

function isView({ inputs }: Resource): boolean {
  return 'view' in inputs
}

describe('a view', () => {
  let graph: Graph
  let tables: readonly Resource[]
  before(async () => {
    graph = await stack(examples['with everything'])
    tables = ofType(graph, 'gcp:bigquery/table:Table')
  })

  it('is made anew when its columns change, the old one deleted first, for there can be only one of its name', () => {
    assert.ok(tables.some(isView))
    for (const view of tables.filter(isView)) {
      assert.deepEqual(view.replaceOnChanges, ['schema'], view.name)
      assert.equal(view.deleteBeforeReplace, true, view.name)
      assert.equal(view.protect, false, view.name)
      assert.equal(view.inputs['deletionProtection'], false, view.name)
    }
  })

  it('is alone in that: no table is made anew because the program says so', () => {
    for (const table of tables.filter((each) => !isView(each)))
      assert.deepEqual([table.replaceOnChanges, table.deleteBeforeReplace], [[], false], table.name)
  })

  // The engine replaces what has from the view an input that cannot change; a grant that only spelt the same name would be lost with it.
  // https://github.com/pulumi/pulumi/blob/master/pkg/resource/deploy/step_generator.go (calculateDependentReplacements)
  it('has no grants of its own that would go with it: whoever reads views reads the dataset', () => {
    const views = new Set(tables.filter(isView).map(({ inputs }) => inputs['tableId']))
    const grants = ofType(graph, 'gcp:bigquery/iamMember:IamMember')
    assert.ok(grants.length > 0)
    assert.deepEqual(
      grants.filter(({ inputs }) => views.has(inputs['tableId'])),
      [],
    )
  })

  it('is read by other views through its name alone, so these stay when it is made anew', () => {
    const views = new Set(tables.filter(isView).map(({ urn }) => urn))
    for (const { name, sources } of tables)
      assert.deepEqual(
        Object.values(sources)
          .flat()
          .filter((urn) => views.has(urn)),
        [],
        name,
      )
  })
})
