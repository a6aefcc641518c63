/** Access: checks that the custom roles have the permissions that are needed, and no more. */
import assert from 'node:assert/strict'
import { permitsOf } from '../../packages/gcp-identity/src/index.ts'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { examples, stack } from './stack.ts'

const root = 'projects/acme-events'

function account(name: string) {
  return `serviceAccount:${name}@acme-events.iam.gserviceaccount.com`
}

describe('custom roles', () => {
  it('for writing rows do not allow deleting or changing the table', async () => {
    const graph = await stack(examples['with everything'])
    const roles = graph.resources.filter(({ type }) => type.endsWith(':IAMCustomRole'))
    assert.deepEqual(
      Object.fromEntries(roles.map(({ inputs }) => [inputs['roleId'], inputs['permissions']])),
      {
        'sluice.test.writer': [
          'bigquery.tables.get',
          'bigquery.tables.getData',
          'bigquery.tables.updateData',
        ],
        'sluice.test.appender': ['bigquery.datasets.get'],
        'sluice.test.recorder': ['bigquery.tables.get', 'bigquery.tables.updateData'],
      },
    )
    const reaching = grantsOf(graph).filter(({ role: held, permissions, resource }) => {
      const permits = permitsOf(held, permissions)
      return (
        resource.includes('/datasets/') &&
        (permits?.('bigquery.tables.delete') || permits?.('bigquery.tables.update'))
      )
    })
    assert.deepEqual(reaching, [])
  })

  // https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#required_permissions
  it('for appending rows have the permissions of insertAll, for every function that appends', async () => {
    const grants = grantsOf(await stack(examples['with everything']))
    const permitted = (email: string, permission: string, resource: string): boolean =>
      grants.some(
        ({ member, role, permissions, resource: of }) =>
          member === account(email) &&
          (resource === of || resource.startsWith(`${of}/`)) &&
          permitsOf(role, permissions)?.(permission),
      )
    const appended = {
      'sluice-store': ['events', 'quarantine', 'dead_letters', 'deliveries'],
      'sluice-forward': ['deliveries'],
      'sluice-act': ['action_firings', 'deliveries'],
      'sluice-console': ['audit'],
      'sluice-translate': ['receipts'],
      'sluice-hook': ['receipts'],
    }
    for (const [email, tables] of Object.entries(appended))
      for (const table of tables) {
        const dataset = `${root}/datasets/sluice`
        assert.ok(
          permitted(email, 'bigquery.tables.updateData', `${dataset}/tables/${table}`),
          `${email} ${table}`,
        )
        assert.ok(permitted(email, 'bigquery.tables.get', `${dataset}/tables/${table}`), `${email} ${table}`)
        assert.ok(permitted(email, 'bigquery.datasets.get', dataset), `${email} ${table}`)
      }
    for (const email of ['sluice-translate', 'sluice-hook'])
      for (const table of ['receipts', 'events', 'audit'])
        assert.ok(
          !permitted(email, 'bigquery.tables.getData', `${root}/datasets/sluice/tables/${table}`),
          `${email} ${table}`,
        )
    assert.ok(!permitted('sluice-store', 'bigquery.tables.getData', `${root}/datasets/sluice/tables/runs`))
  })
  // https://cloud.google.com/bigquery/docs/data-manipulation-language: UPDATE, DELETE and MERGE read the rows that they change.
  it('let nobody change or delete an entry of the audit trail', async () => {
    const grants = grantsOf(await stack(examples['with everything']))
    const audit = `${root}/datasets/sluice/tables/audit`
    const holders = (permission: string) =>
      grants
        .filter(({ resource }) => resource === root || audit === resource || audit.startsWith(`${resource}/`))
        .filter(({ role, permissions }) => permitsOf(role, permissions)?.(permission))
        .map(({ member }) => member)
    assert.deepEqual(holders('bigquery.tables.updateData'), [account('sluice-console')])
    assert.ok(!holders('bigquery.tables.getData').includes(account('sluice-console')))
    assert.ok(!holders('bigquery.jobs.create').includes(account('sluice-console')))
    for (const permission of ['bigquery.tables.update', 'bigquery.tables.delete'])
      assert.deepEqual(holders(permission), [], permission)
  })
})
