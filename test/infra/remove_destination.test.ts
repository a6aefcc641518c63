/** Removal of a destination in the steps of `npx sluice plan`: stop new events, drain, remove. */
import assert from 'node:assert/strict'
import { waitingStatement } from '../../infra/proof/plan_removal.ts'
import { ReplayStack, settingsWith, webhook } from '../replay/stack.ts'
import { until } from '../support/until.ts'

const shop = webhook('shop')
const crm = webhook('crm')

describe('the removal of a destination', () => {
  let stack: ReplayStack
  before(async () => {
    stack = await ReplayStack.start({ crm, shop })
  })
  after(() => stack.stack.remove())

  /** Restarts the stack with other settings, which corresponds to an update of an environment. */
  const update = async (destinations: object): Promise<void> => {
    await stack.stack.stop()
    const config = settingsWith(destinations)
    await stack.stack.configure(config)
    await stack.stack.start()
  }
  const waiting = () => stack.client.query(waitingStatement(stack.stack.facts.dataset, 'crm'))
  const event = (event_id: string) => ({ event_id, user_id: 'u-1' })

  it('leaves no pair without an outcome when it is drained first', async () => {
    await stack.client.thirdPartyAnswers({ path: '/crm', status: 503 })
    await stack.send([event('first'), event('second')], 4, "event_id IN ('first', 'second')")
    assert.deepEqual(await waiting(), [{ outcome: 'deferred', events: '2' }])

    await update({ crm: { ...crm, rules: crm.rules.map((rule) => ({ ...rule, effect: 'restrict' })) }, shop })
    await stack.send([event('third')], 1, "event_id = 'third' AND outcome = 'delivered'")
    await until('nothing waits', async () => (await waiting()).length === 0)

    await update({ shop })
    assert.equal((await stack.subscription('GET', 'forward-crm')).status, 404)
    await stack.send([event('fourth')], 1, "event_id = 'fourth' AND outcome = 'delivered'")
    assert.deepEqual(await stack.pairs(), [
      'first at crm: delivered',
      'first at shop: delivered',
      'fourth at shop: delivered',
      'second at crm: delivered',
      'second at shop: delivered',
      'third at crm: restricted by_rule',
      'third at shop: delivered',
    ])
    assert.deepEqual(await stack.broken(), [])
  })

  it('loses waiting events if it is not drained, which reconciliation counts', async () => {
    await stack.client.thirdPartyAnswers({ path: '/shop', status: 503 })
    await stack.send([event('fifth')], 1, "event_id = 'fifth'")
    await update({})
    assert.deepEqual((await stack.pairs()).slice(0, 1), ['fifth at shop: deferred unavailable'])
    assert.deepEqual(await stack.broken(), ['shop unexplained: 1'])
  })
})
