/** Warehouse: checks its tables and views. */
import assert from 'node:assert/strict'
import { eventTypes } from '../../schemas/event_types.ts'
import { views } from '../../schemas/views.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Column, Table as Declared } from '../../schemas/warehouse/column.ts'
import {
  compileView,
  type Catalog,
  type Table,
  type Type,
} from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { stack } from './stack.ts'

/** The views other than those of event types. */
const platformViews = (
  'events_deduplicated delivery_state delivery_funnel top_errors fields_left_out latency reconciliation sync_runs audience_members list_receipts volume_anomalies ' +
  'definitions_current duplicate_orders consent_now destination_health people last_click sessions field_drift deprecated_in_use'
).split(' ')

/** Default retention in ms: 90 and 400 days. */
const expirations: Readonly<Record<string, number>> = {
  quarantine: 7_776_000_000,
  deliveries: 34_560_000_000,
  receipts: 34_560_000_000,
}

const place = { project: 'acme-events', dataset: 'sluice' }

/** Returns a column's type as the GoogleSQL compiler writes it. */
function typeOf({ type, mode, fields = [] }: Column): Type {
  const single: Type =
    type === 'RECORD'
      ? { kind: 'STRUCT', fields: fields.map((field) => ({ name: field.name, type: typeOf(field) })) }
      : { kind: type }
  return mode === 'REPEATED' ? { kind: 'ARRAY', element: single } : single
}

function storedTable({ name, columns }: Declared): Table {
  return {
    kind: 'table',
    ...place,
    table: name,
    sql: name,
    columns: columns.map((column) => ({
      name: column.name,
      type: typeOf(column),
      required: column.mode === 'REQUIRED',
    })),
    partitionColumns: [],
    requirePartitionFilter: false,
    clustering: [],
    options: { createdMs: 0 },
  }
}

function catalogOf(known: ReadonlyMap<string, Table>): Catalog {
  return {
    hasDataset: () => true,
    datasets: () => [],
    table: ({ table }) => known.get(table),
    tables: () => [...known.values()],
    routine: () => undefined,
    routines: () => [],
  }
}

interface Field {
  name: string
  type: string
  mode: string
  description: string
  fields?: Field[]
}

function fieldsOf({ inputs }: Resource): Field[] {
  return JSON.parse(String(inputs['schema'])) as Field[]
}

function allFields(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [field, ...allFields(field.fields ?? [])])
}

describe('the warehouse', () => {
  let graph: Graph
  let byName: ReadonlyMap<string, Resource>
  before(async () => {
    graph = await stack()
    byName = new Map(ofType(graph, 'gcp:bigquery/table:Table').map((table) => [table.name, table]))
  })

  it('has the tables of schemas/warehouse.ts, partitioned by day and clustered', () => {
    for (const { name, columns, partition, clustering } of Object.values(tables)) {
      const table = byName.get(name)
      assert.ok(table)
      const expirationMs = expirations[name]
      assert.deepEqual(
        table.inputs['timePartitioning'],
        partition && { type: 'DAY', field: partition, ...(expirationMs && { expirationMs }) },
      )
      assert.deepEqual(table.inputs['clusterings'], clustering)
      assert.deepEqual(
        fieldsOf(table).map((field) => field.name),
        columns.map((column) => column.name),
      )
    }
  })

  it('has a view for every event type, and those of the platform', () => {
    const found = [...byName.values()].filter(({ inputs }) => 'view' in inputs).map(({ name }) => name)
    assert.deepEqual(found.toSorted(), [...platformViews, ...eventTypes.keys()].toSorted())
  })

  it('keeps rows for the configured retention, and no view shows a time without deliveries', async () => {
    const changed = await stack({ 'sluice:retention': '{"events":30,"quarantine":0,"deliveries":8}' })
    const resources = new Map(
      ofType(changed, 'gcp:bigquery/table:Table').map((table) => [table.name, table.inputs]),
    )
    const expirationOf = (name: string) =>
      (resources.get(name)?.['timePartitioning'] as { expirationMs?: number } | undefined)?.expirationMs
    assert.equal(expirationOf('events'), 2_592_000_000)
    assert.equal(expirationOf('quarantine'), undefined)
    assert.equal(expirationOf('deliveries'), 691_200_000)
    for (const name of ['delivery_state', 'delivery_funnel', 'latency', 'reconciliation']) {
      const view = resources.get(name)?.['view'] as { query: string } | undefined
      assert.ok(view)
      assert.deepEqual(
        new Set(view.query.match(/INTERVAL \d+ DAY(?=\)(?! AND))/g)),
        new Set(['INTERVAL 7 DAY']),
        name,
      )
    }
  })

  it('has a link that opens Looker Studio with the funnel', () => {
    const url = new URL(String(graph.outputs['lookerStudioUrl']))
    assert.equal(url.origin + url.pathname, 'https://lookerstudio.google.com/reporting/create')
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      'c.mode': 'edit',
      'r.reportName': 'Sluice sluice',
      'ds.connector': 'bigQuery',
      'ds.datasourceName': 'delivery_funnel',
      'ds.type': 'TABLE',
      'ds.projectId': 'acme-events',
      'ds.datasetId': 'sluice',
      'ds.tableId': 'delivery_funnel',
      'ds.billingProjectId': 'acme-events',
    })
  })

  it('names types as BigQuery returns them, so that no update shows a change', () => {
    const types = new Set(
      [...byName.values()].flatMap((table) => allFields(fieldsOf(table))).map(({ type }) => type),
    )
    const answered = [
      'BOOLEAN',
      'BYTES',
      'DATE',
      'FLOAT',
      'INTEGER',
      'JSON',
      'NUMERIC',
      'RECORD',
      'STRING',
      'TIMESTAMP',
    ]
    assert.deepEqual([...types].toSorted(), answered)
  })

  it('describes every column, within BigQuery’s length limit', () => {
    for (const table of byName.values()) {
      for (const { name, description } of allFields(fieldsOf(table)))
        assert.ok(description.length > 0 && description.length <= 1024, `${table.name}.${name}`)
    }
  })

  it('has no table or view with two columns of one name', () => {
    for (const table of byName.values()) {
      const names = fieldsOf(table).map(({ name }) => name.toLowerCase())
      assert.deepEqual(names, [...new Set(names)], table.name)
    }
  })

  it('requires no column of a view, which BigQuery does not support', () => {
    const required = [...byName.values()]
      .filter(({ inputs }) => 'view' in inputs)
      .flatMap((view) => allFields(fieldsOf(view)).filter(({ mode }) => mode === 'REQUIRED'))
    assert.deepEqual(required, [])
  })

  it('makes a view after the tables that it reads', () => {
    for (const { name, reads } of views('acme-events', 'sluice')) {
      const sources = reads.map((source) => byName.get(source)?.urn)
      assert.ok(sources.length > 0)
      assert.deepEqual(
        sources.filter((urn) => urn === undefined || !byName.get(name)?.dependencies.includes(urn)),
        [],
        name,
      )
    }
  })

  it('declares for every view the columns of its GoogleSQL, and all tables that it reads', () => {
    const known = new Map<string, Table>(
      Object.values(tables).map((table) => [table.name, storedTable(table)]),
    )
    const catalog = catalogOf(known)
    for (const { name, columns, query, reads } of views('acme-events', 'sluice')) {
      const compiled = compileView(query, catalog, { project: 'acme-events', user: 'ada@acme.example' })
      assert.deepEqual(
        compiled.columns.map(({ name: column, type }) => ({ name: column, type })),
        columns.map((column) => ({ name: column.name, type: typeOf(column) })),
        name,
      )
      const sources = compiled.references.map(({ table }) => table)
      assert.deepEqual(
        reads.filter((source) => !sources.includes(source)),
        [],
        name,
      )
      known.set(name, { kind: 'view', ...place, table: name, query, options: { createdMs: 0 } })
    }
  })

  it('has the fields of an event type in typed columns', () => {
    const purchase = views('acme-events', 'sluice').find(({ name }) => name === 'purchase')
    assert.ok(purchase)
    const own = purchase.columns.slice(-7).map(({ name, type }) => `${name} ${type}`)
    assert.deepEqual(own, [
      'transaction_id STRING',
      'value NUMERIC',
      'currency STRING',
      'tax NUMERIC',
      'shipping NUMERIC',
      'coupon STRING',
      'items JSON',
    ])
    assert.match(purchase.query, /SAFE_CAST\(JSON_VALUE\(`event_data`, '\$\.value'\) AS NUMERIC\) AS `value`/)
    const ofPurchases = purchase.query.match(
      /FROM `acme-events\.sluice\.events` AS (\w+) WHERE \1\.event_name = 'purchase'/g,
    )
    assert.equal(ofPurchases?.length, purchase.query.match(/`acme-events\.sluice\.events`/g)?.length)
  })
})
