/** Attacks on answers: a whole stack whose third party repeats everything that it receives. Afterwards neither the canary secrets nor the canary
 * person are in any table, apart from the person's own events, nor in a log or an answer. */
import assert from 'node:assert/strict'
import { tables } from '../../../schemas/warehouse.ts'
import { clientOf, type Client } from '../../support/client.ts'
import { TestStack } from '../../support/stack.ts'
import { until } from '../../support/until.ts'
import { canarySecrets, eventData, forms, fragmentsIn, person, signingSecret, traces } from './canary.ts'

const [token] = canarySecrets

/** Tables with the person's own events. */
const own = new Set(['events', 'quarantine', 'dead_letters'])

describe('a stack whose third party repeats everything', () => {
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': {
        echo: {
          target: 'webhook',
          settings: { url: '${thirdPartyUrl}/in?api_secret=canaryquery4711xyz', allow_insecure: true },
          secrets: { secret: signingSecret, authorization: `Bearer ${token!}` },
          rules: [{ id: 'all', effect: 'permit', when: 'true' }],
        },
      },
    })
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  /** What the third party received for an event, and a little more of it. */
  const echoOf = (write: (text: string) => string): string =>
    `Invalid: ${write(`authorization: Bearer ${token!}, api_secret=canaryquery4711xyz, key ${signingSecret}`)} ` +
    `of ${write(JSON.stringify(person))} ${write(eventData.iban)}`

  it('keeps secrets and the person out of every other table, log and answer', async () => {
    const answers: string[] = []
    let count = 0
    for (const [index, [, write]] of forms.entries()) {
      const status = [400, 422, 413, 410][index % 4]!
      await client.thirdPartyAnswers({ status, body: echoOf(write) })
      count += 2
      for (const n of [count - 1, count]) {
        const event = { ...person, event_id: `e-${n}`, content_name: 'x', event_data: eventData }
        const answer = await client.post('/v1/topics/view_content', event)
        answers.push(await answer.text())
        assert.equal(answer.status, 200, answers.at(-1))
      }
      await until('every event has an outcome', async () => {
        const [row] = await client.query(`SELECT COUNT(DISTINCT event_id) AS n FROM deliveries`)
        return Number(row!['n']) >= count
      })
    }
    const details = await client.query(`SELECT detail FROM deliveries`)
    assert.ok(
      details.every(({ detail }) => String(detail).startsWith('Invalid')),
      JSON.stringify(details),
    )

    const texts: [string, string][] = [
      ['the log', stack.output],
      ['the answers', answers.join('\n')],
    ]
    for (const { name } of Object.values(tables)) {
      const rows = await client.query(`SELECT TO_JSON_STRING(t) AS row FROM ${name} AS t`)
      texts.push([name, rows.map(({ row }) => String(row)).join('\n')])
    }
    const secrets = [token!, signingSecret.slice(6), 'canaryquery4711xyz']
    for (const [where, text] of texts) {
      for (const secret of secrets) assert.deepEqual(fragmentsIn(text, secret, 10), [], where)
      if (!own.has(where)) for (const trace of traces.slice(0, 7)) assert.doesNotMatch(text, trace, where)
    }
    const received = await client.received()
    assert.ok(received.length >= count && received.every(({ body }) => body.includes(person.email)))
  })
})
