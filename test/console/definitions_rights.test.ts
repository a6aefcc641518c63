/** Console: saving without permission returns who lacks which permission on what, and what to ask for. */
import assert from 'node:assert/strict'
import { callerErrorResponse } from '../../functions/console/query_error.ts'
import { startConsole, type Door } from './door.ts'
import { orderPlaced } from '../web/creator/orders.ts'
import { refusalOf, startProxy, type Proxy } from '../web/creator/proxy.ts'
import { clientOf } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'

const project = 'sluice-local'
const analyst = `analyst@${project}.iam.gserviceaccount.com`
const nobody = `nobody@${project}.iam.gserviceaccount.com`

describe('saving without permission', () => {
  let stack: TestStack
  let proxy: Proxy
  let door: Door

  before(async () => {
    stack = await TestStack.start({
      'gcp:project': project,
      'sluice:analysts': [`serviceAccount:${analyst}`],
    })
    proxy = await startProxy(stack.facts.bigqueryUrl)
    door = await startConsole(stack, { BIGQUERY_EMULATOR_HOST: proxy.url })
  })
  after(async () => {
    await door?.stop()
    await proxy?.close()
    await stack?.remove()
  })

  const save = async (token: string, name = 'order_placed') => {
    const response = await fetch(`${door.url}/v1/console/definitions`, {
      method: 'POST',
      body: JSON.stringify({ event: { ...orderPlaced, name } }),
      headers: { authorization: `Bearer ${token}` },
    })
    const body = (await response.json()) as {
      error?: { message: string; details: readonly { reason?: string; metadata?: object }[] }
      view?: { error?: string }
    }
    return { status: response.status, body }
  }
  const table = `projects/${project}/datasets/sluice/tables/definitions`

  for (const [what, account, permission, resource, message] of [
    [
      'to run queries',
      nobody,
      'bigquery.jobs.create',
      `Project ${project}`,
      `The account of this token may not run queries in project ${project}: it lacks the permission bigquery.jobs.create. ` +
        'Ask an owner for the role BigQuery Job User (roles/bigquery.jobUser) on the project, or to be added to sluice:analysts, which grants what the console needs.',
    ],
    [
      'to write definitions',
      analyst,
      'bigquery.tables.updateData',
      `Table ${project}:sluice.definitions`,
      `${analyst} may not write to table ${project}:sluice.definitions: it lacks the permission bigquery.tables.updateData. ` +
        'Ask an owner to be added to sluice:editors, which grants what saving needs.',
    ],
  ] as const) {
    it(`returns the missing permission: ${what}`, async () => {
      const { status, body } = await save(await clientOf(stack.facts).tokenOf(account))
      assert.equal(status, 403, JSON.stringify(body))
      assert.equal(body.error!.message, message)
      const info = body.error!.details.find(({ reason }) => reason === 'RIGHT_MISSING')!
      assert.deepEqual(info.metadata, {
        permission,
        resource,
        ...(account !== nobody && { account }),
      })
      assert.ok(!message.includes(table))
    })
  }

  it('returns the missing permission: to read the dataset', async () => {
    // The settings never grant queries without reading; an owner may have granted that by hand.
    proxy.meddle(async () =>
      refusalOf(
        403,
        'accessDenied',
        `Access Denied: Table ${project}:sluice.definitions: User does not have permission to query table ${project}:sluice.definitions, or perhaps it does not exist.`,
      ),
    )
    const { status, body } = await save(await clientOf(stack.facts).tokenOf(analyst))
    proxy.meddle(async () => undefined)
    assert.equal(status, 403, JSON.stringify(body))
    assert.match(
      body.error!.message,
      / may not read table sluice-local:sluice\.definitions: it lacks the permission bigquery\.tables\.getData\. Ask an owner for the role BigQuery Data Viewer \(roles\/bigquery\.dataViewer\) on the dataset, or to be added to sluice:analysts, which grants what the console needs\.$/,
    )
  })

  it('saves the version, and returns the missing permission to create its view', async () => {
    const { status, body } = await save(tokenOf(stack.facts, 'editor'))
    assert.equal(status, 200)
    assert.equal(
      body.view!.error,
      `${stack.facts.roles.editor!.account} may not write to dataset ${project}:sluice: it lacks the permission bigquery.tables.create. ` +
        'Ask an owner for the role BigQuery Data Editor (roles/bigquery.dataEditor) on the dataset.',
    )
  })
})

describe('Google’s messages for a missing permission', () => {
  // From https://cloud.google.com/bigquery/docs/error-messages and from public threads that quote them.
  for (const [googleMessage, expected] of [
    [
      'Access Denied: Project acme: User does not have bigquery.jobs.create permission in project acme.',
      /^ada@acme\.example may not run queries in project acme: it lacks the permission bigquery\.jobs\.create\./,
    ],
    [
      'Access Denied: Table acme:sluice.definitions: User does not have permission to query table acme:sluice.definitions, or perhaps it does not exist.',
      /^ada@acme\.example may not read table acme:sluice\.definitions: it lacks the permission bigquery\.tables\.getData\./,
    ],
    [
      'Access Denied: Table acme:sluice.definitions: User does not have bigquery.tables.updateData permission for table acme:sluice.definitions.',
      /^ada@acme\.example may not write to table acme:sluice\.definitions: it lacks the permission bigquery\.tables\.updateData\./,
    ],
    [
      'Access Denied: Table acme:sluice.definitions: Permission bigquery.tables.updateData denied on table acme:sluice.definitions (or it may not exist).',
      /^ada@acme\.example may not write to table acme:sluice\.definitions: it lacks the permission bigquery\.tables\.updateData\./,
    ],
    [
      'Access Denied: Dataset acme:sluice: Permission bigquery.tables.create denied on dataset acme:sluice (or it may not exist).',
      /^ada@acme\.example may not write to dataset acme:sluice: it lacks the permission bigquery\.tables\.create\./,
    ],
    [
      'Access Denied: Dataset acme:sluice: User does not have permission to access dataset acme:sluice.',
      /^ada@acme\.example may not read dataset acme:sluice: it lacks the permission bigquery\.datasets\.get\./,
    ],
    ['Access Denied: something nobody has seen', /^Access Denied: something nobody has seen$/],
  ] as const) {
    it(googleMessage.slice(0, 90), () => {
      const { status, body } = callerErrorResponse(
        { kind: 'refused', authenticate: undefined, ...refusalOf(403, 'accessDenied', googleMessage) },
        'ada@acme.example',
      )
      assert.equal(status, 403)
      assert.match((JSON.parse(String(body)) as { error: { message: string } }).error.message, expected)
    })
  }
})
