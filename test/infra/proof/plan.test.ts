/** Plan: checks the explanation of `pulumi preview --json`, with previews written by hand in the documented form. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { plan } from '../../../infra/proof/plan.ts'
import { readPreview } from '../../../infra/proof/preview.ts'
import { waitingStatement } from '../../../infra/proof/plan_removal.ts'
import {
  create,
  functionType,
  remove,
  rule,
  state,
  subscriptionType,
  tableType,
  planOf,
  update,
  urn,
  withDestinations,
} from '../preview.ts'

const command = resolve(import.meta.dirname, '../../../cli/index.ts')

const crm = {
  id: 'crm',
  target: 'webhook',
  settings: { url: 'https://crm.example/' },
  rules: [rule('purchases', "event.event_name == 'purchase'"), rule('leads', 'true')],
}

describe('npx sluice plan', () => {
  it('reports that nothing changes, even if the preview lists unchanged resources', () => {
    assert.deepEqual(planOf(), ['Nothing changes.'])
    const same = {
      op: 'same',
      urn: urn(subscriptionType, 'events-store'),
      oldState: state({}),
      newState: state({}),
    }
    assert.deepEqual(planOf(same), ['Nothing changes.'])
  })

  it('explains changes of destinations and rules instead of environment variables', () => {
    const after = [
      {
        ...crm,
        settings: { url: 'https://new.example/' },
        rules: [rule('purchases', 'event.value > 10'), rule('tests', 'true', 'restrict')],
      },
      { id: 'mail', target: 'webhook', settings: {}, rules: [] },
      { id: 'shop', target: 'webhook', settings: {}, rules: [rule('all', 'true')] },
    ]
    const old = { id: 'old', target: 'webhook', settings: {}, rules: [] }
    const before = withDestinations(crm, old)
    const steps = ['store', 'forward'].map((name) =>
      update(functionType, name, before, withDestinations(...after), ['serviceConfig']),
    )
    assert.deepEqual(planOf(...steps), [
      'Destinations',
      "  crm: rule purchases changes from permit when event.event_name == 'purchase' to permit when event.value > 10",
      '  crm: rule leads is removed: permit when true',
      '  crm: rule tests is added: restrict when true',
      '  crm: settings changes',
      '  mail is added: webhook, no rules, so nothing is sent',
      '  old is REMOVED: events still waiting in its subscription forward-old are LOST',
      '    It receives no new events. Before you remove it, wait until it is drained: Backlog of forward-old on the dashboard is 0, and this returns no row:',
      `      bq query --use_legacy_sql=false "${waitingStatement('sluice', 'old')}"`,
      '  shop is added: webhook, rules all',
      '',
      'Functions',
      '  store is deployed again: its settings changed',
      '  forward is deployed again: its settings changed',
    ])
  })

  it('reports paused and resumed destinations', () => {
    const pushed = { topic: 't', pushConfig: { pushEndpoint: 'https://f.example/crm' } }
    const paused = update(subscriptionType, 'forward-crm', pushed, { topic: 't' }, ['pushConfig'])
    assert.deepEqual(planOf(paused).slice(0, 2), ['Destinations', '  crm is paused: its events are held'])
    const resumed = update(subscriptionType, 'forward-crm', { topic: 't' }, pushed, ['pushConfig'])
    assert.deepEqual(planOf(resumed).slice(0, 2), [
      'Destinations',
      '  crm is resumed: held events are delivered',
    ])
  })

  it('reports redeployed functions, and why', () => {
    const source = (object: string) => ({ buildConfig: { source: { storageSource: { object } } } })
    assert.deepEqual(
      planOf(
        update(functionType, 'store', source('store-1.zip'), source('store-2.zip'), ['buildConfig']),
        create(functionType, 'act', {}),
      ),
      ['Functions', '  store is deployed again: its code changed', '  act is deployed for the first time'],
    )
  })

  it('reports added columns, and removed ones in capitals', () => {
    const schema = (...names: readonly string[]) => ({
      schema: JSON.stringify(names.map((name) => ({ name, type: 'STRING', mode: 'NULLABLE' }))),
    })
    assert.deepEqual(
      planOf(
        update(tableType, 'events', schema('id', 'city'), schema('id', 'region')),
        update(tableType, 'deliveries', { clusterings: ['a'] }, { clusterings: ['b'] }, ['clusterings']),
      ),
      [
        'Tables and views',
        '  table events gains the column region (STRING NULLABLE)',
        '  table events CITY IS MISSING: GOOGLE WOULD DELETE ITS VALUES',
        '  table deliveries changes (clusterings)',
      ],
    )
  })

  it('reports the changes of a replaced view, not in capitals, because it holds no rows', () => {
    const view = (...names: readonly string[]) => ({
      view: {},
      schema: JSON.stringify(names.map((name) => ({ name, type: 'STRING', mode: 'NULLABLE' }))),
    })
    const reader = { role: 'roles/bigquery.dataViewer', member: 'user:a@b.c', tableId: 'purchase' }
    const grant = 'gcp:bigquery/iamMember:IamMember'
    const anew = (type: string, name: string, before: object, after: object) =>
      ['delete-replaced', 'replace', 'create-replacement'].map((op) => ({
        ...update(type, name, before, after),
        op,
      }))
    assert.deepEqual(
      planOf(
        ...anew(tableType, 'purchase', view('a', 'c'), view('a', 'b')),
        ...anew(grant, 'purchase-reader', reader, reader),
        update(tableType, 'latency', { ...view('a'), description: 'x' }, view('a'), ['description']),
      ),
      [
        'Tables and views',
        '  view purchase is recreated: gains the column b (STRING NULLABLE), loses the column c (STRING NULLABLE)',
        '  view latency changes (description)',
        '',
        'Access',
        '  user:a@b.c gets roles/bigquery.dataViewer (purchase-reader)',
      ],
    )
  })

  it('explains what to do if the console has created the view, except in a new environment', () => {
    const view = create(tableType, 'order_shipped', { view: {}, datasetId: 'sluice' })
    assert.equal(
      planOf(view)[1],
      '  view order_shipped is added; if the console already created it, delete it first: bq rm -f -t sluice.order_shipped',
    )
    const dataset = create('gcp:bigquery/dataset:Dataset', 'dataset', { datasetId: 'sluice' })
    assert.equal(planOf(dataset, view)[1], '  view order_shipped is added')
  })

  it('tells that addresses serve the major version in force, where there were none before, and not in a new environment', () => {
    const receipts = create(tableType, 'receipts', {})
    const lines = planOf(receipts)
    assert.equal(lines[0], 'Addresses')
    assert.match(
      lines[1]!,
      /each goes on with the version that it serves now, and a new major version must be put in force/,
    )
    const datasetType = 'gcp:bigquery/dataset:Dataset'
    assert.ok(!planOf(create(datasetType, 'dataset', {}), receipts).includes('Addresses'))
  })

  it('reports deleted and replaced resources in capitals, once, with the inputs that force it', () => {
    const before = { name: 'events-store', topic: 'a', filter: 'attributes:x' }
    const replaced = {
      ...update(subscriptionType, 'events-store', before, { ...before, filter: 'attributes:y' }),
    }
    const steps = ['delete-replaced', 'replace', 'create-replacement'].map((op) => ({
      ...replaced,
      op,
      replaceReasons: ['filter'],
    }))
    assert.deepEqual(planOf(...steps, remove(tableType, 'quarantine', { schema: '[]' })), [
      'Topics and subscriptions',
      '  subscription events-store is REPLACED (filter)',
      '',
      'Tables and views',
      '  table quarantine is DELETED',
      '',
      'DELETED OR REPLACED',
      '  DELETES AND RECREATES Subscription events-store (filter)',
      '  DELETES Table quarantine',
    ])
  })

  it('reports added and removed grants, and other changes', () => {
    const grant = 'gcp:pubsub/topicIAMMember:TopicIAMMember'
    assert.deepEqual(
      planOf(
        create(grant, 'events-publisher-shop', {
          role: 'roles/pubsub.publisher',
          member: 'user:a@b.c',
          topic: 'events',
        }),
        remove(grant, 'events-publisher-old', {
          role: 'roles/pubsub.publisher',
          member: 'user:x@y.z',
          topic: 'events',
        }),
        create('gcp:secretmanager/secretVersion:SecretVersion', 'key', { secretData: '[secret]' }),
        { op: 'create', urn: 'urn:pulumi:prod::sluice::sluice:index:Bus::bus', newState: state({}) },
      ),
      [
        'Access',
        '  user:a@b.c gets roles/pubsub.publisher (events-publisher-shop)',
        '  user:x@y.z loses roles/pubsub.publisher (events-publisher-old)',
        '',
        'Everything else',
        '  SecretVersion key is added',
      ],
    )
  })

  it('reports why the program fails', () => {
    const diagnostics = [
      { severity: 'error', message: 'sluice:region has the wrong form\nsluice:edge is unknown\n' },
      { severity: 'info', message: 'no matter' },
    ]
    assert.equal(
      plan(readPreview(JSON.stringify({ diagnostics })), 0),
      'The program fails\n  sluice:region has the wrong form\n  sluice:edge is unknown',
    )
  })

  it('repeats the warnings of the program', () => {
    const diagnostics = [{ severity: 'warning', message: 'sluice:webhooks: anyone\n' }]
    assert.equal(plan(readPreview(JSON.stringify({ diagnostics })), 0), 'Warnings\n  sluice:webhooks: anyone')
  })

  it('reads a preview from standard input, and rejects other input with the expectation', () => {
    const run = (input: string) => spawnSync(process.execPath, [command, 'plan'], { input, encoding: 'utf8' })
    assert.equal(run('{"steps":[]}').stdout, 'Nothing changes.\n')
    const { status, stderr } = run('Previewing update (prod)')
    assert.equal(status, 2)
    assert.match(
      stderr,
      /^Error: Expected the output of "pulumi preview --json" on standard input, got "Previewing update \(prod\)"\./,
    )
  })
})
