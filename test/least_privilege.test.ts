/** Least privilege: every door, with the rights of each role as infra/ grants them and with no others. No request here has the developer's token,
 * which may do everything; a door that is missing in the table fails the last tests. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { roles, roleSettings, type Role } from '../local/accounts.ts'
import { permissions } from '../local/secret_manager/server.ts'
import { discovery } from '../packages/bigquery-emulator/src/rest/discovery.ts'
import { iam } from '../packages/pubsub-emulator/src/methods/iam.ts'
import { publisher } from '../packages/pubsub-emulator/src/methods/publisher.ts'
import { subscriber } from '../packages/pubsub-emulator/src/methods/subscriber.ts'
import { environments } from '../schemas/environment.ts'
import { runRequests } from '../schemas/run_request.ts'
import { bigqueryDoors } from './least_privilege/bigquery.ts'
import { consoleDoors } from './least_privilege/console.ts'
import { callers, type Caller, type Door } from './least_privilege/door.ts'
import { functionDoors } from './least_privilege/functions.ts'
import { pubsubDoors } from './least_privilege/pubsub.ts'
import { secretManagerDoors } from './least_privilege/secret_manager.ts'
import { clientOf } from './support/client.ts'
import { listOfPins } from './support/list_page.ts'
import { TestStack } from './support/stack.ts'
import { arrangeDefinition, pageViews } from './support/saved_definition.ts'
import { until } from './support/until.ts'

function accountOf(caller: Caller): string {
  return `one-${caller}@sluice-local.iam.gserviceaccount.com`
}

/** One account a role, and none that has two. */
const settings = Object.fromEntries(
  roles.map((role: Role) => [roleSettings[role], [`serviceAccount:${accountOf(role)}`]]),
)

const doors: Readonly<Record<string, readonly Door[]>> = {
  functions: functionDoors,
  console: consoleDoors,
  'Pub/Sub': pubsubDoors,
  BigQuery: bigqueryDoors,
  'Secret Manager': secretManagerDoors,
}

/** Tests that take the developer's token, and what for. None shows by it that a door opens to whom it should. */
const developersToken: Readonly<Record<string, string>> = {
  'attacks/local.test.ts': 'makes a topic, a subscription and a table to attack',
  'cli/mcp.test.ts': 'no answer to an assistant has it',
  'console.test.ts': 'the page of one’s own machine is given it, and other pages are not',
  'console/client.ts': 'arranges rows in the warehouse, and looks at them',
  'console/definitions.test.ts':
    'saving makes views of saved types only for who may make views in the dataset',
  'console/destinations.test.ts': 'somebody pauses a subscription by hand',
  'support/list_page.ts': 'publishes the page of a list that a sync would publish',
  'deprecation.test.ts': 'saves a type with its typed view',
  'drain/pools.ts': 'applies other settings to a running stack, as Pulumi does',
  'infra/proof/doctor.test.ts': 'somebody changes the stack by hand',
  'replay/lost_subscription.test.ts': 'somebody seeks back by hand',
  'replay/reprocess.test.ts': 'saves a type with its typed view',
  'replay/stack.ts': 'somebody deletes a subscription by hand',
  'storage/origin.test.ts': 'makes the topic of one producer, as a deployer does',
  'storage/platform.ts': 'applies the graph, as Pulumi does',
  'support/client.ts': 'arranges rows in the warehouse',
  'translation/payload_rows.test.ts': 'saves types with their typed views',
  'translation/webhooks.test.ts': 'somebody deletes a topic by hand',
  'web/creator_page.test.ts': 'the page never shows it',
  'web/overview_page.test.ts': 'it is kept out of addresses and storage',
}

describe('least privilege', () => {
  let stack: TestStack
  const tokens = new Map<Caller, string>()

  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': {
        webhook: {
          target: 'webhook',
          settings: { url: 'https://hooks.example.com' },
          secrets: { secret: 'whsec_c2x1aWNlLWxvY2FsLWRldmVsb3BtZW50LXNlY3JldCE=' },
          rules: [],
        },
        pins: { ...listOfPins, rules: [] },
      },
      'sluice:sources': {
        shop: {
          events: ['page_view'],
          web: {
            key: 'pk_of_the_shop_0001',
            origins: ['https://shop.acme.example'],
            events: ['page_view'],
            public: true,
          },
        },
      },
      'sluice:webhooks': { visits: { signedUrl: true, secret: 'a secret of the shop and us' } },
      ...settings,
    })
    const client = clientOf(stack.facts)
    for (const caller of callers) tokens.set(caller, await client.tokenOf(accountOf(caller)))
    const definition = {
      name: 'article_read',
      version: '1.0',
      description: 'Somebody has read an article.',
      fields: { article_id: { type: 'string', description: 'Id.', example: 'a-1' } },
    }
    await arrangeDefinition(client, 'translation', pageViews('visits'))
    await arrangeDefinition(client, 'event', definition)
    await until('translate and ingest know what was saved', async () => {
      const path = '/v1/translators/visits?validateOnly=true'
      const answers = [
        await client.post(path, { page: 'a' }),
        await client.post('/v1/topics/article_read?validateOnly=true', {}),
      ]
      const texts = await Promise.all(answers.map((answer) => answer.text()))
      return answers.every(({ ok }) => ok) && texts[1]!.includes('article_read@1.0')
    })
  })
  after(() => stack?.remove())

  const ask = (door: Door, caller: Caller): Promise<number> => {
    const token = tokens.get(caller)!
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return door.ask({ facts: stack.facts, caller, account: accountOf(caller), token, headers })
  }

  for (const [part, table] of Object.entries(doors))
    describe(part, () => {
      for (const door of table)
        it(`${door.name}${door.what === undefined ? '' : ` (${door.what})`}`, async () => {
          const answered = await Promise.all(
            callers.map(async (caller) => [caller, await ask(door, caller)] as const),
          )
          assert.deepEqual(Object.fromEntries(answered), door.statuses)
        })
    })

  it('stores what a producer sends to its own saved type, and nothing of what was refused', async () => {
    const client = clientOf(stack.facts)
    const send = (path: string, article_id: string) => client.post(path, { article_id })
    assert.equal((await send('/v1/topics/article_read', 'mine')).status, 200)
    assert.equal((await send('/v1/topics/stored', 'not-mine')).status, 403)
    const query = `SELECT event_name, JSON_VALUE(event_data.article_id) AS id FROM events
      WHERE event_name = 'article_read' AND JSON_VALUE(event_data.article_id) IS NOT NULL`
    const rows = await until('the row is there', async () => {
      const found = await client.query(query)
      return found.length > 0 && found
    })
    assert.deepEqual(rows, [{ event_name: 'article_read', id: 'mine' }])
  })

  describe('the table', () => {
    const missing = (part: string, expected: readonly string[]): readonly string[] =>
      expected.filter((name) => !doors[part]!.some((door) => door.name === name))
    const instruction = 'say in test/least_privilege/ whom this door lets in'

    const textOf = (file: string) => readFile(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')

    it('has every function, and every path of the front door', async () => {
      const [, paths = ''] = /\n## Paths\n(.*?)\n## /s.exec(await textOf('docs/front_door.md')) ?? []
      const documented = [...paths.matchAll(/^\| `((?:GET|POST) [^`]+)`/gm)].map((match) => match[1]!)
      assert.ok(documented.length >= 4, paths)
      const others = Object.keys(environments).filter((name) => name !== 'ingest' && name !== 'console')
      assert.deepEqual(missing('functions', [...documented, ...others]), [], instruction)
    })

    it('has every path of the console’s API with every method that it takes, and every kind of run', async () => {
      const source = await textOf('functions/console.ts')
      const paths = [...new Set(source.match(/(?<=')\/v1\/console\/[^']*(?=')/g))]
      assert.ok(paths.length >= 8, source)
      const expected = await Promise.all(
        paths.map(async (path) => {
          const response = await fetch(stack.facts.baseUrl + path, { method: 'OPTIONS' })
          const allowed = response.headers.get('allow')?.split(', ') ?? []
          assert.ok(allowed.length > 0, `OPTIONS ${path}`)
          return allowed.map((method) => `${method} ${path}`)
        }),
      )
      assert.deepEqual(missing('console', expected.flat()), [], instruction)
      const kinds = consoleDoors.flatMap(({ name, what }) => (name === 'POST /v1/console/runs/' ? what! : []))
      assert.deepEqual(kinds.toSorted(), Object.keys(runRequests).toSorted())
    })

    it('has every method of Pub/Sub that is served', () => {
      const served = {
        Publisher: publisher,
        Subscriber: { ...subscriber, StreamingPull: {} },
        IAMPolicy: iam,
      }
      const expected = Object.entries(served).flatMap(([service, methods]) =>
        Object.keys(methods).map((method) => `${service}.${method}`),
      )
      assert.deepEqual(missing('Pub/Sub', expected), [], instruction)
    })

    it('has every method of Secret Manager that is served', () => {
      assert.deepEqual(missing('Secret Manager', Object.keys(permissions)), [], instruction)
    })

    it('has every method of BigQuery that is served', () => {
      const { resources } = discovery('') as {
        resources: Record<string, { methods: Record<string, { id: string }> }>
      }
      const expected = Object.values(resources).flatMap(({ methods }) =>
        Object.values(methods).map(({ id }) => id),
      )
      assert.deepEqual(missing('BigQuery', expected), [], instruction)
    })

    it('is not gone round: only these tests take the token that may do everything', async () => {
      const everything =
        /\bfacts(\(\))?\.token\b|\btoken\b[^}\n]*\} = [^\n]*\bfacts\b|\btoken\b[^}\n]*\}: StackInfo\b|'developer[@]sluice/
      const root = fileURLToPath(new URL('.', import.meta.url))
      const files = await Array.fromAsync(glob('**/*.ts', { cwd: root }))
      const taking = await Promise.all(
        files.map(async (file) => (everything.test(await readFile(join(root, file), 'utf8')) ? [file] : [])),
      )
      assert.deepEqual(
        taking.flat().toSorted(),
        Object.keys(developersToken).toSorted(),
        'ask with tokenOf(facts, role) of test/support/roles.ts',
      )
    })

    it('lets every role in somewhere, and keeps every role out somewhere', () => {
      const every = Object.values(doors).flat()
      for (const role of roles) {
        assert.ok(
          every.some(({ statuses }) => statuses[role] === 200 && statuses.stranger === 403),
          role,
        )
        assert.ok(
          every.some(({ statuses }) => statuses[role] === 403),
          role,
        )
      }
    })
  })
})
