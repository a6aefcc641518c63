/** Sources: checks their settings, and what each adds to the graph: a topic, its subscription, and the right of its members alone. */
import assert from 'node:assert/strict'
import { stackProblems } from '../../infra/settings/problems.ts'
import { stackWarnings } from '../../infra/settings/warnings.ts'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { ofType, type Graph } from '../../local/pulumi/graph.ts'
import { configOf } from './faulty_stack.ts'
import { examples, stack } from './stack.ts'

const shop = 'serviceAccount:shop@acme-shop.iam.gserviceaccount.com'
const sound = { members: [shop], events: ['page_view'] }

function sources(changes: object, name = 'web_shop'): Record<string, string> {
  return configOf({ sources: { [name]: { ...sound, ...changes } } })
}

const sourceExample =
  'for example {"members":["serviceAccount:shop@acme-shop.iam.gserviceaccount.com"],"events":["page_view"]}'

/** Settings → the error. */
const refused: readonly (readonly [Record<string, string>, string])[] = [
  [
    sources({}, 'Web-Shop'),
    'sluice:sources.Web-Shop is unknown. Expected: a name that matches ^[a-z][a-z0-9_]{0,39}$',
  ],
  [
    configOf({ sources: { web_shop: { members: [shop] } } }),
    `sluice:sources.web_shop must have events, got {"members":["${shop}"]}. Expected: members and the event types that they may send, ${sourceExample}`,
  ],
  [
    sources({ event: ['page_view'] }),
    'sluice:sources.web_shop.event is unknown. Expected: members, events, consent, web. Did you mean events?',
  ],
  [
    sources({ members: [] }),
    'sluice:sources.web_shop.members must have at least one IAM member, got none: nobody could publish as this source',
  ],
  [
    sources({ members: ['shop@acme.example'] }),
    'sluice:sources.web_shop.members.0 has the wrong form, got "shop@acme.example". Expected: an IAM member, for example "group:analysts@acme.example"',
  ],
  [
    sources({ events: ['*', 'page_view'] }),
    'sluice:sources.web_shop.events must be either names of event types or * alone, got ["*","page_view"]',
  ],
  [
    sources({ events: ['cart_left'] }),
    'sluice:sources.web_shop.events.0 must be an event type that producers may send, got "cart_left", which only a sync or an action makes',
  ],
  [
    sources({ consent: { ad_storage: 'yes' } }),
    'sluice:sources.web_shop.consent.ad_storage must be equal to one of the allowed values, got "yes". Expected: granted or denied, for example "denied"',
  ],
]

function topicsOf(graph: Graph): readonly string[] {
  return ofType(graph, 'gcp:pubsub/topic:Topic').map(({ name }) => name)
}

function environmentOf(graph: Graph, name: string): Readonly<Record<string, string>> {
  const found = ofType(graph, 'gcp:cloudfunctionsv2/function:Function').find((each) => each.name === name)!
  const service = found.inputs['serviceConfig'] as { environmentVariables: Record<string, string> }
  return service.environmentVariables
}

describe('sources in the settings', () => {
  for (const [config, line] of refused)
    it(`are refused: ${line.split(',', 1)[0]}`, () => {
      assert.deepEqual(stackProblems(config), [line])
    })

  it('may name event types that are saved in the console, with a warning that tells what was probably meant', () => {
    const config = sources({ events: ['page_veiw', 'tree_planted'] })
    assert.deepEqual(stackProblems(config), [])
    const saved = 'is not in schemas/events, so it has to be an event type that is saved in the console.'
    assert.deepEqual(stackWarnings(config), [
      `sluice:sources.web_shop.events.0: "page_veiw" ${saved} Did you mean page_view?`,
      `sluice:sources.web_shop.events.1: "tree_planted" ${saved}`,
    ])
  })

  it('warn of a member that may publish to the shared topics', () => {
    const config = { ...configOf({ producers: [shop] }), ...sources({}) }
    assert.deepEqual(stackProblems(config), [])
    assert.deepEqual(stackWarnings(config), [
      `sluice:sources.web_shop.members: ${shop} is in sluice:producers, too, and may send every event type to the shared topics. Remove it from sluice:producers to hold it to this source`,
    ])
  })

  it('add to the graph a topic each, its subscription, the right of exactly its members and of sync, and the environment', async () => {
    const [without, graph] = [await stack(), await stack(examples['with sources'])]
    const added = new Set(topicsOf(graph)).difference(new Set(topicsOf(without)))
    assert.deepEqual([...added].toSorted(), ['source-till', 'source-web_shop'])
    const publishers = grantsOf(graph).flatMap(({ role, member, resource }) =>
      role === 'roles/pubsub.publisher' && resource.includes('/topics/source-')
        ? [`${resource.split('/').at(-1)} ${member}`]
        : [],
    )
    assert.deepEqual(publishers.toSorted(), [
      'source-till serviceAccount:sluice-sync@acme-events.iam.gserviceaccount.com',
      'source-till serviceAccount:till@acme-shop.iam.gserviceaccount.com',
      'source-web_shop group:shop@acme.example',
      'source-web_shop serviceAccount:sluice-sync@acme-events.iam.gserviceaccount.com',
      'source-web_shop serviceAccount:web@acme-shop.iam.gserviceaccount.com',
    ])
    const ofMembers = grantsOf(graph).filter(({ member }) =>
      /^(group:shop|serviceAccount:(web|till)@)/.test(member),
    )
    assert.equal(ofMembers.length, 3)
    for (const topic of added)
      assert.ok(
        ofType(graph, 'gcp:pubsub/subscription:Subscription').some(
          ({ name, inputs }) => name === `${topic}-store` && String(inputs['topic']).endsWith(`/${topic}`),
        ),
      )
    const text = JSON.stringify({
      web_shop: { events: ['page_view', 'add_to_cart'], consent: { analytics_storage: 'granted' } },
      till: { events: ['*'] },
    })
    for (const name of ['ingest', 'store', 'sync', 'console'])
      assert.equal(environmentOf(graph, name)['SOURCES'], text, name)
  })

  it('leave the graph as it is without them', async () => {
    const [without, empty] = [await stack(), await stack({ 'sluice:sources': '{}' })]
    assert.deepEqual(empty, without)
    for (const { name, inputs } of without.resources)
      assert.doesNotMatch(JSON.stringify(inputs), /SOURCES|source-/, name)
  })

  it('let members call ingest without public ingress', async () => {
    const graph = await stack({ ...examples['with sources'], 'sluice:publicIngress': 'false' })
    const invokers = grantsOf(graph).flatMap(({ role, member, resource }) =>
      role === 'roles/run.invoker' && resource.endsWith('/ingest') ? [member] : [],
    )
    assert.ok(invokers.includes('group:shop@acme.example'))
    assert.ok(!invokers.includes('allUsers'))
  })
})
