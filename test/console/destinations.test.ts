/** Console: the destinations over HTTP: settings without secrets, links in words, whether they are paused. */
import assert from 'node:assert/strict'
import type { DestinationLinks, ShownDestination, ShownTarget } from '../../schemas/shown_destination.ts'
import { clientOf } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { destinationsConfig, hidden, loadDestinations } from './destinations.ts'
import { tokenOfNobody } from './door.ts'

describe('the destinations of the console', () => {
  let stack: TestStack

  before(async () => {
    stack = await TestStack.start(destinationsConfig)
    await loadDestinations(stack.facts)
  })
  after(() => stack?.remove())

  const read = async (path: string, token = tokenOf(stack.facts, 'analyst')) => {
    const response = await fetch(`${stack.facts.baseUrl}/v1/console/destinations${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, text: await response.text() }
  }
  const listed = async (token?: string) => {
    const { status, text } = await read('', token)
    assert.equal(status, 200, text)
    return JSON.parse(text) as { destinations: ShownDestination[]; targets: ShownTarget[] }
  }

  it('contain no secret, and no key in a URL or header', async () => {
    for (const path of ['', '/crm', '/meta_eu', '/archive', '/nothing']) {
      const { text } = await read(path)
      for (const secret of hidden) assert.ok(!text.includes(secret), `${path} contains ${secret}`)
    }
    const [crm] = (await listed()).destinations
    const valueOf = (name: string) => crm!.settings.find((setting) => setting.name === name)
    assert.equal(valueOf('url')?.value, 'https://crm.example/events?…')
    assert.equal(valueOf('headers')?.value, 'x-api-key: …')
    assert.deepEqual(
      crm!.settings.filter(({ isSecret }) => isSecret).map(({ name, value }) => [name, value]),
      [
        ['secret', undefined],
        ['previous_secret', undefined],
        ['authorization', undefined],
      ],
    )
  })

  it('state consent, rules and the commands that repair', async () => {
    const { destinations, targets } = await listed()
    const meta = destinations.find(({ id }) => id === 'meta_eu')!
    assert.deepEqual(meta.consent, ['ad_storage', 'ad_user_data'])
    assert.equal(
      meta.commands.credentials,
      "pulumi config set --secret --path 'sluice:destinations.meta_eu.secrets.access_token' && pulumi up",
    )
    assert.match(
      meta.commands.redeliver.refused,
      /^npx sluice replay --destination meta_eu --from \S+Z --outcome refused$/,
    )
    assert.match(meta.commands.redeliver.dead, /^npx sluice requeue --destination meta_eu --from \S+Z$/)
    const hubspot = targets.find(({ name }) => name === 'hubspot')!
    assert.ok(hubspot.settings.some(({ isSecret, isRequired }) => isSecret && isRequired))
  })

  it('state links in words, with those of the settings marked', async () => {
    const { links, names } = JSON.parse((await read('/meta_eu')).text) as DestinationLinks
    assert.equal(names['purchase'], 'Purchase')
    const fields = links.find(({ eventName }) => eventName === 'purchase')!.fields!
    const fieldOf = (name: string) => fields.find(({ field }) => field === name)
    assert.deepEqual(fieldOf('custom_data.order_id'), {
      field: 'custom_data.order_id',
      from: 'coupon',
      how: '',
      isOwn: true,
    })
    assert.match(fieldOf('user_data.em')!.how, /SHA-256/)
    assert.equal(fieldOf('event_time')!.how, 'as seconds')
    const sent = JSON.parse((await read('/crm')).text) as DestinationLinks
    assert.deepEqual(sent.links, [{ eventName: '*' }])
  })

  it('are 404 for an id that is not configured, with those that are', async () => {
    const { status, text } = await read('/cmr')
    assert.equal(status, 404)
    assert.match(text, /Expected one of: crm, meta_eu, archive/)
  })

  it('are shown to accounts that may query only', async () => {
    const { status, text } = await read('', await tokenOfNobody(stack.facts))
    assert.equal(status, 403)
    assert.ok(!text.includes('meta_eu'), text)
  })

  it('are paused and resumed with the rights of the caller, who may change the subscription', async () => {
    const archive = async (token?: string) => {
      const found = (await listed(token)).destinations.find(({ id }) => id === 'archive')!
      return [found.isPaused, found.mayPause]
    }
    const { pubsubHost, project, token, functions } = stack.facts
    const change = async (operation: string, as: string, id = 'archive') => {
      const response = await fetch(`${stack.facts.baseUrl}/v1/console/destinations/${id}:${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${as}` },
        body: '{}',
      })
      return { status: response.status, text: await response.text() }
    }
    const pushConfig = async () => {
      const url = `http://${pubsubHost}/v1/projects/${project}/subscriptions/forward-archive`
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      return ((await response.json()) as { pushConfig?: object }).pushConfig
    }
    const deployed = await pushConfig()
    assert.deepEqual(await archive(), [undefined, undefined])
    assert.deepEqual(await archive(token), [false, true])

    const refused = await change('pause', tokenOf(stack.facts, 'analyst'))
    assert.equal(refused.status, 403)
    assert.match(refused.text, /lacks the permission pubsub\.subscriptions\.update/)
    assert.equal((await change('pause', token)).status, 200)
    assert.deepEqual(await archive(token), [true, true])
    assert.equal((await change('resume', token)).status, 200)
    assert.deepEqual(await archive(token), [false, true])
    // As the deployment has it: a resumed destination gets its events by the same address and account.
    assert.deepEqual(await pushConfig(), deployed)
    assert.ok(JSON.stringify(deployed).includes(`${functions['forward']}/archive`))

    assert.equal((await change('pause', token, 'cmr')).status, 404)
    assert.equal((await change('delete', token)).status, 404)
    assert.equal((await change('pause', await tokenOfNobody(stack.facts), 'cmr')).status, 403)
    const audit = await clientOf(stack.facts).query(
      "SELECT operation, outcome FROM audit WHERE target = 'archive' AND outcome != 'asked' ORDER BY recorded_at",
    )
    assert.deepEqual(
      audit.map(({ operation, outcome }) => `${String(operation)} ${String(outcome)}`),
      ['pause refused', 'pause ok', 'resume ok'],
    )
  })
})
