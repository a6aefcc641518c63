/** Alert channels: checks their settings, and the channel of each form of webhook. */
import assert from 'node:assert/strict'
import { ofType } from '../../local/pulumi/graph.ts'
import { examples, stack } from './stack.ts'

function withChannels(channels: object) {
  return stack({ 'sluice:alertChannels': JSON.stringify(channels) })
}

const url = 'https://hooks.acme.example/alerts'

describe('the channels of alerts', () => {
  it('notify every configured address and channel, and the budget the addresses', async () => {
    const full = await stack(examples['with everything'])
    const defaults = await stack()
    const order = ['email', 'slack', 'webhook_tokenauth']
    const channels = ofType(full, 'gcp:monitoring/notificationChannel:NotificationChannel').toSorted(
      (a, b) => order.indexOf(String(a.inputs['type'])) - order.indexOf(String(b.inputs['type'])),
    )
    // Labels by type: https://cloud.google.com/monitoring/alerts/using-channels-api
    assert.deepEqual(
      channels.map(({ inputs }) => [inputs['type'], inputs['labels'], inputs['sensitiveLabels']]),
      [
        ['email', { email_address: 'on-call@acme.example' }, undefined],
        ['email', { email_address: 'data@acme.example' }, undefined],
        ['slack', { channel_name: '#data-alerts' }, { authToken: 'xoxb-hush-of-slack' }],
        [
          'webhook_tokenauth',
          { url: 'https://hooks.acme.example/alerts?auth_token=hush-of-a-hook' },
          undefined,
        ],
      ],
    )
    assert.deepEqual(
      channels.slice(2).map(({ secrets }) => secrets),
      [['sensitiveLabels.authToken'], ['labels.url']],
      'the state has them encrypted',
    )
    const ids = channels.map(({ id }) => id)
    for (const policy of ofType(full, 'gcp:monitoring/alertPolicy:AlertPolicy'))
      assert.deepEqual(policy.inputs['notificationChannels'], ids)
    const [budget] = ofType(full, 'gcp:billing/budget:Budget')
    assert.deepEqual(budget?.inputs['allUpdatesRule'], { monitoringNotificationChannels: ids.slice(0, 2) })
    assert.deepEqual(budget.inputs['budgetFilter'], { projects: ['projects/100000000000'] })
    assert.deepEqual(ofType(defaults, 'gcp:billing/budget:Budget'), [])
  })

  it('authenticate at a webhook with user name and password, if both are set', async () => {
    const graph = await withChannels({ webhook: { url, username: 'sluice', password: 'hush-of-a-hook' } })
    const [channel] = ofType(graph, 'gcp:monitoring/notificationChannel:NotificationChannel')
    // https://cloud.google.com/monitoring/alerts/using-channels-api
    assert.equal(channel?.inputs['type'], 'webhook_basicauth')
    assert.deepEqual(channel.inputs['labels'], { url, username: 'sluice' })
    assert.deepEqual(channel.inputs['sensitiveLabels'], { password: 'hush-of-a-hook' })
    assert.deepEqual(channel.secrets, ['sensitiveLabels.password'])
  })

  for (const [what, channels, message] of [
    [
      'a URL without TLS',
      { webhook: { url: 'http://hooks.acme.example/hush', token: 'hush-of-a-hook' } },
      /sluice:alertChannels\.webhook\.url has the wrong form/,
    ],
    [
      'a user name without a password',
      { webhook: { url, username: 'sluice' } },
      /sluice:alertChannels\.webhook must have either token, or username and password/,
    ],
    [
      'a channel without #',
      { slack: { channel: 'alerts', token: 'xoxb-hush-of-slack' } },
      /sluice:alertChannels\.slack\.channel/,
    ],
    [
      'no token',
      { slack: { channel: '#alerts' } },
      /sluice:alertChannels\.slack must have token, got object/,
    ],
  ] as const)
    it(`are refused with ${what}, without repeating a secret`, async () => {
      await assert.rejects(withChannels(channels), (error: Error) => {
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /hush/)
        return true
      })
    })
})
