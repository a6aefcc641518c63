/** Test support: a table as Google's billing export makes it, with rows of two services.
 * https://cloud.google.com/billing/docs/how-to/export-data-bigquery-tables/standard-usage */
import type { BigQuery, TableField } from '@google-cloud/bigquery'

function text(name: string): TableField {
  return { name, type: 'STRING' }
}

function record(name: string, fields: TableField[], mode?: string): TableField {
  return { name, type: 'RECORD', ...(mode !== undefined && { mode }), fields }
}

const labels = [text('key'), text('value')]

const fields: TableField[] = [
  text('billing_account_id'),
  record('service', [text('id'), text('description')]),
  record('sku', [text('id'), text('description')]),
  { name: 'usage_start_time', type: 'TIMESTAMP' },
  { name: 'usage_end_time', type: 'TIMESTAMP' },
  record('project', [
    text('id'),
    text('number'),
    text('name'),
    record('labels', labels, 'REPEATED'),
    text('ancestry_numbers'),
    record('ancestors', [text('resource_name'), text('display_name')], 'REPEATED'),
  ]),
  record('labels', labels, 'REPEATED'),
  record('system_labels', labels, 'REPEATED'),
  record('location', [text('location'), text('country'), text('region'), text('zone')]),
  record('tags', [...labels, { name: 'inherited', type: 'BOOLEAN' }, text('namespace')], 'REPEATED'),
  text('transaction_type'),
  text('seller_name'),
  { name: 'export_time', type: 'TIMESTAMP' },
  { name: 'cost', type: 'FLOAT' },
  text('currency'),
  { name: 'currency_conversion_rate', type: 'FLOAT' },
  record('usage', [
    { name: 'amount', type: 'FLOAT' },
    text('unit'),
    { name: 'amount_in_pricing_units', type: 'FLOAT' },
    text('pricing_unit'),
  ]),
  record(
    'credits',
    [text('name'), { name: 'amount', type: 'FLOAT' }, text('full_name'), text('id'), text('type')],
    'REPEATED',
  ),
  record('invoice', [text('month'), text('publisher_type')]),
  text('cost_type'),
  record('adjustment_info', [text('id'), text('description'), text('mode'), text('type')]),
  { name: 'cost_at_list', type: 'FLOAT' },
]

interface Item {
  service: string
  project: string
  daysAgo: number
  cost: number
  credit?: number
  app?: string
}

/** Makes the table `billing.export`, and resolves to its full name. */
export async function makeBillingExport(client: BigQuery, items: readonly Item[]): Promise<string> {
  const [dataset] = await client.createDataset('billing')
  const [table] = await dataset.createTable('export', {
    schema: { fields },
    timePartitioning: { type: 'DAY' },
  })
  await table.insert(
    items.map(({ service, project, daysAgo, cost, credit, app }) => {
      const start = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
      return {
        service: { id: '1', description: service },
        usage_start_time: start,
        usage_end_time: start,
        project: { id: project },
        labels: app === undefined ? [] : [{ key: 'app', value: app }],
        cost,
        currency: 'EUR',
        credits: credit === undefined ? [] : [{ name: 'free tier', amount: credit }],
      }
    }),
  )
  return `${client.projectId}.billing.export`
}
