/** The guard of the tables: a change that would cost rows fails, and says what to do. */
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

const anew = 'Google would make a new, empty table'

/** What changes, the columns before, those after, what it does. */
const cases: readonly (readonly [string, readonly Field[], readonly Field[], readonly string[]])[] = [
  ['a new NULLABLE column', [id], [id, value], []],
  ['a new REPEATED column', [id], [id, { ...value, mode: 'REPEATED' }], []],
  ['a new column that is a record', [id], [id, verdicts(reason)], []],
  ['a new NULLABLE field of a record', [verdicts(reason)], [verdicts(reason, rule)], []],
  ['another order', [id, value], [value, id], []],
  ['REQUIRED becomes NULLABLE', [id], [{ ...id, mode: 'NULLABLE' }], []],
  ['the other name of a type', [value], [{ ...value, type: 'INTEGER', mode: 'NULLABLE' }], []],
  ['a new REQUIRED column', [value], [value, id], [`id is new and REQUIRED: ${anew}`]],
  ['a column goes', [id, value], [id], ['value is gone: Google would delete its values']],
  ['a record goes', [id, verdicts(reason)], [id], ['verdicts is gone: Google would delete its values']],
  [
    'a column is renamed',
    [id, value],
    [id, { ...value, name: 'amount' }],
    ['value is gone: Google would delete its values'],
  ],
  [
    'a field of a record goes',
    [verdicts(reason, rule)],
    [verdicts(reason)],
    [`verdicts.rule is gone: ${anew}`],
  ],
  [
    'a type changes',
    [value],
    [{ ...value, type: 'NUMERIC' }],
    [`value turns from INTEGER NULLABLE to NUMERIC NULLABLE: ${anew}`],
  ],
  [
    'NULLABLE becomes REQUIRED',
    [value],
    [{ ...value, mode: 'REQUIRED' }],
    [`value turns from INTEGER NULLABLE to INTEGER REQUIRED: ${anew}`],
  ],
  [
    'NULLABLE becomes REPEATED',
    [verdicts(reason)],
    [verdicts({ ...reason, mode: 'REPEATED' })],
    [`verdicts.reason turns from STRING NULLABLE to STRING REPEATED: ${anew}`],
  ],
]

/** The graph with another input of one table. */
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
    it(`${harm.length === 0 ? 'lets through' : 'stops'}: ${change}`, () => {
      assert.deepEqual(harmfulChanges(tableShapeOf(before, null), tableShapeOf(after, null)), harm)
    })
  }

  it('stops other partitions, which are another table', () => {
    assert.deepEqual(
      harmfulChanges(tableShapeOf([id], 'received_at by DAY'), tableShapeOf([id], 'event_time by DAY')),
      [`the partitions turn from received_at by DAY to event_time by DAY: ${anew}`],
    )
    assert.deepEqual(harmfulChanges(tableShapeOf([id], null), tableShapeOf([id], 'received_at by DAY')), [
      `the partitions turn from none to received_at by DAY: ${anew}`,
    ])
  })

  describe('over the program', () => {
    let graph: Graph
    before(async () => {
      graph = await stack()
    })

    it('finds nothing in what is locked, nor in a table that is new', () => {
      const { events: _, ...fewer } = tableLock(graph)
      assert.deepEqual(tableFaults(tableLock(graph), graph), [])
      assert.deepEqual(tableFaults(fewer, graph), [])
    })

    it('does not mind how long rows are kept and how they are clustered', () => {
      const changed = withTable(graph, 'deliveries', {
        timePartitioning: { type: 'DAY', field: 'settled_at', expirationMs: 1 },
        clusterings: ['outcome'],
      })
      const { partition } = tableLock(graph)['deliveries']!
      assert.equal(partition, 'settled_at by DAY')
      assert.deepEqual(tableFaults(tableLock(graph), changed), [])
    })

    it('says what would be lost, and what to do', () => {
      const broken = withTable(graph, 'events', { schema: JSON.stringify([id]) })
      const [fault, ...others] = tableFaults(tableLock(graph), broken)
      assert.ok(others.length > 10)
      assert.match(
        fault ?? '',
        /^table events: \w+ is gone: Google would delete its values\. Tables only grow: bring back what was there, and add a NULLABLE column beside it\. If its rows may go, delete "events" from infra\/locks\/tables\.json and run npx sluice locks --write\.$/,
      )
    })

    it('says so when a whole table is gone', () => {
      const resources = graph.resources.filter(
        ({ name, type }) => name !== 'events' || !type.endsWith(':Table'),
      )
      const [fault, ...others] = tableFaults(tableLock(graph), { ...graph, resources })
      assert.deepEqual(others, [])
      assert.match(fault ?? '', /^table events: the table is gone: Google would delete it\./)
    })
  })
})
