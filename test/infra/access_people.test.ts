/** Access: checks that only the members in the settings get grants, and which ones. */
import assert from 'node:assert/strict'
import type { Graph } from '../../local/pulumi/graph.ts'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { stack } from './stack.ts'

const root = 'projects/acme-events'
const shop = 'serviceAccount:shop@acme-shop.iam.gserviceaccount.com'

function rows(graph: Graph): string[] {
  return grantsOf(graph)
    .map(({ member, role, resource }) => `${member} ${role} ${resource}`)
    .toSorted()
}

describe('access of people', () => {
  it('is granted to no external member without settings', async () => {
    const graph = await stack({
      'sluice:producers': undefined,
      'sluice:analysts': undefined,
      'sluice:publicIngress': 'false',
    })
    const outsiders = rows(graph).filter(
      (row) => !/^serviceAccount:\S+@(acme-events|gcp-sa-pubsub|gcp-sa-cloudscheduler)\./.test(row),
    )
    assert.deepEqual(outsiders, [])
  })

  it('lets editors query like analysts and write only definitions', async () => {
    const editor = 'group:tracking@acme.example'
    const settings = { 'sluice:analysts': JSON.stringify(['user:ada@acme.example']) }
    const before = new Set(rows(await stack(settings)))
    const both = JSON.stringify([editor, 'user:ada@acme.example'])
    const further = rows(await stack({ ...settings, 'sluice:editors': both })).filter(
      (row) => !before.has(row),
    )
    const writes = `${root}/roles/sluice.test.writer ${root}/datasets/sluice/tables/definitions`
    assert.deepEqual(further, [
      `${editor} READER ${root}/datasets/sluice`,
      `${editor} ${writes}`,
      `${editor} roles/bigquery.jobUser ${root}`,
      `user:ada@acme.example ${writes}`,
    ])
  })

  it('without public ingress is granted to the members in the settings, and to console, which calls translate', async () => {
    const settings = {
      'sluice:editors': JSON.stringify(['user:ada@acme.example', 'group:tracking@acme.example']),
      'sluice:operators': JSON.stringify(['group:operators@acme.example']),
    }
    const before = rows(await stack(settings))
    const after = rows(await stack({ ...settings, 'sluice:publicIngress': 'false' }))
    const calls = (name: string, members: readonly string[]) =>
      members.map((member) => `${member} roles/run.invoker ${root}/locations/europe-west1/services/${name}`)
    assert.deepEqual(
      before.filter((row) => !after.includes(row)),
      ['console', 'ingest', 'translate'].flatMap((name) => calls(name, ['allUsers'])),
    )
    assert.deepEqual(
      after.filter((row) => !before.includes(row)),
      [
        ...calls('ingest', [shop]),
        ...calls('translate', [shop, 'serviceAccount:sluice-console@acme-events.iam.gserviceaccount.com']),
        ...calls('console', [
          'group:analysts@acme.example',
          'group:operators@acme.example',
          'group:tracking@acme.example',
          'user:ada@acme.example',
        ]),
      ].toSorted(),
    )
  })

  it('is granted to every kind of analyst in the form of a dataset’s access list', async () => {
    const analysts = [
      'user:ada@acme.example',
      'serviceAccount:bi@acme-bi.iam.gserviceaccount.com',
      'group:analysts@acme.example',
      'domain:acme.example',
    ]
    const graph = await stack({ 'sluice:analysts': JSON.stringify(analysts) })
    const isOwn = (member: unknown) => String(member).includes('sluice-')
    const readers = grantsOf(graph).filter(({ role, member }) => role === 'READER' && !isOwn(member))
    assert.deepEqual(
      readers.map(({ member }) => member),
      analysts,
    )
    const entries = graph.resources.filter(
      ({ type, inputs }) =>
        type === 'gcp:bigquery/datasetAccess:DatasetAccess' && !isOwn(inputs['userByEmail']),
    )
    assert.deepEqual(
      entries.map(({ inputs }) => inputs),
      [
        { userByEmail: 'ada@acme.example' },
        { userByEmail: 'bi@acme-bi.iam.gserviceaccount.com' },
        { groupByEmail: 'analysts@acme.example' },
        { domain: 'acme.example' },
      ].map((entity) => ({ datasetId: 'sluice', role: 'READER', ...entity })),
    )
  })
})
