/** Views: checks that an update with changed columns replaces a view, because BigQuery cannot change them and a view holds no rows. */
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

  it('is replaced if its columns change, and deleted first, because the name must be unique', () => {
    assert.ok(tables.some(isView))
    for (const view of tables.filter(isView)) {
      assert.deepEqual(view.replaceOnChanges, ['schema'], view.name)
      assert.equal(view.deleteBeforeReplace, true, view.name)
      assert.equal(view.protect, false, view.name)
      assert.equal(view.inputs['deletionProtection'], false, view.name)
    }
  })

  it('is the only resource with this option: no table is replaced', () => {
    for (const table of tables.filter((each) => !isView(each)))
      assert.deepEqual([table.replaceOnChanges, table.deleteBeforeReplace], [[], false], table.name)
  })

  // The engine also replaces resources with an immutable input from the view. A grant with only the same text would be lost.
  // https://github.com/pulumi/pulumi/blob/master/pkg/resource/deploy/step_generator.go (calculateDependentReplacements)
  it('has no grants of its own that would be lost: readers are granted the dataset', () => {
    const views = new Set(tables.filter(isView).map(({ inputs }) => inputs['tableId']))
    const grants = ofType(graph, 'gcp:bigquery/iamMember:IamMember')
    assert.ok(grants.length > 0)
    assert.deepEqual(
      grants.filter(({ inputs }) => views.has(inputs['tableId'])),
      [],
    )
  })

  it('is referred to by name in other views, so these stay when it is replaced', () => {
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
