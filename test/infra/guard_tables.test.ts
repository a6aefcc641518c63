/** Locks: check that no change of a table deletes rows, and that a violation says what to do. */
import assert from 'node:assert/strict'
import { harmfulChanges, tableShapeOf, type Field } from '../../infra/proof/table_changes.ts'
import { tableFaults, tableLock } from '../../infra/proof/table_lock.ts'
import type { Graph } from '../../local/pulumi/graph.ts'
import { stack } from './stack.ts'

const id: Field = { name: 'id', type: 'STRING', mode: 'REQUIRED' }
const value: Field = { name: 'value', type: 'INT64' }

function verdicts(...fields: readonly Field[]): Field {
  return {
    name: 'verdicts',
    type: 'RECORD',
    mode: 'REPEATED',
    fields,
  }
}

const reason: Field = { name: 'reason', type: 'STRING' }
const rule: Field = { name: 'rule', type: 'STRING' }

const newTable = 'Google would create a new, empty table'

/** Title, columns before, columns after, harm. */
const cases: readonly (readonly [string, readonly Field[], readonly Field[], readonly string[]])[] = [
  ['a new NULLABLE column', [id], [id, value], []],
  ['a new REPEATED column', [id], [id, { ...value, mode: 'REPEATED' }], []],
  ['a new column that is a record', [id], [id, verdicts(reason)], []],
  ['a new NULLABLE field of a record', [verdicts(reason)], [verdicts(reason, rule)], []],
  ['another order', [id, value], [value, id], []],
  ['REQUIRED becomes NULLABLE', [id], [{ ...id, mode: 'NULLABLE' }], []],
  ['the other name of a type', [value], [{ ...value, type: 'INTEGER', mode: 'NULLABLE' }], []],
  ['a new REQUIRED column', [value], [value, id], [`id is new and REQUIRED: ${newTable}`]],
  ['a removed column', [id, value], [id], ['value is missing: Google would delete its values']],
  ['a removed record', [id, verdicts(reason)], [id], ['verdicts is missing: Google would delete its values']],
  [
    'a column is renamed',
    [id, value],
    [id, { ...value, name: 'amount' }],
    ['value is missing: Google would delete its values'],
  ],
  [
    'a removed field of a record',
    [verdicts(reason, rule)],
    [verdicts(reason)],
    [`verdicts.rule is missing: ${newTable}`],
  ],
  [
    'a type changes',
    [value],
    [{ ...value, type: 'NUMERIC' }],
    [`value changes from INTEGER NULLABLE to NUMERIC NULLABLE: ${newTable}`],
  ],
  [
    'NULLABLE becomes REQUIRED',
    [value],
    [{ ...value, mode: 'REQUIRED' }],
    [`value changes from INTEGER NULLABLE to INTEGER REQUIRED: ${newTable}`],
  ],
  [
    'NULLABLE becomes REPEATED',
    [verdicts(reason)],
    [verdicts({ ...reason, mode: 'REPEATED' })],
    [`verdicts.reason changes from STRING NULLABLE to STRING REPEATED: ${newTable}`],
  ],
]

/** Returns the graph with another input of one table. */
function withTable(graph: Graph, name: string, inputs: object): Graph {
  return {
    ...graph,
    resources: graph.resources.map((resource) =>
      resource.custom && resource.name === name && resource.type.endsWith(':Table')
        ? { ...resource, inputs: { ...resource.inputs, ...inputs } }
        : resource,
    ),
  }
}

describe('the guard of the tables', () => {
  for (const [change, before, after, harm] of cases) {
    it(`${harm.length === 0 ? 'allows' : 'stops'}: ${change}`, () => {
      assert.deepEqual(harmfulChanges(tableShapeOf(before, null), tableShapeOf(after, null)), harm)
    })
  }

  it('stops a change of the partitions, which makes a new table', () => {
    assert.deepEqual(
      harmfulChanges(tableShapeOf([id], 'received_at by DAY'), tableShapeOf([id], 'event_time by DAY')),
      [`the partitions change from received_at by DAY to event_time by DAY: ${newTable}`],
    )
    assert.deepEqual(harmfulChanges(tableShapeOf([id], null), tableShapeOf([id], 'received_at by DAY')), [
      `the partitions change from none to received_at by DAY: ${newTable}`,
    ])
  })

  describe('over the program', () => {
    let graph: Graph
    before(async () => {
      graph = await stack()
    })

    it('finds nothing in the locked tables, nor in a new one', () => {
      const { events: _, ...fewer } = tableLock(graph)
      assert.deepEqual(tableFaults(tableLock(graph), graph), [])
      assert.deepEqual(tableFaults(fewer, graph), [])
    })

    it('allows changes of retention and clustering', () => {
      const changed = withTable(graph, 'deliveries', {
        timePartitioning: { type: 'DAY', field: 'settled_at', expirationMs: 1 },
        clusterings: ['outcome'],
      })
      const { partition } = tableLock(graph)['deliveries']!
      assert.equal(partition, 'settled_at by DAY')
      assert.deepEqual(tableFaults(tableLock(graph), changed), [])
    })

    it('reports what would be lost, and what to do', () => {
      const broken = withTable(graph, 'events', { schema: JSON.stringify([id]) })
      const [fault, ...others] = tableFaults(tableLock(graph), broken)
      assert.ok(others.length > 10)
      assert.match(
        fault ?? '',
        /^table events: \w+ is missing: Google would delete its values\. Tables can only grow: restore the old definition and add a NULLABLE column\. If its rows may be deleted, delete "events" from infra\/locks\/tables\.json and run npx sluice locks --write\.$/,
      )
    })

    it('reports a missing table', () => {
      const resources = graph.resources.filter(
        ({ name, type }) => name !== 'events' || !type.endsWith(':Table'),
      )
      const [fault, ...others] = tableFaults(tableLock(graph), { ...graph, resources })
      assert.deepEqual(others, [])
      assert.match(fault ?? '', /^table events: the table is missing: Google would delete it\./)
    })
  })
})
