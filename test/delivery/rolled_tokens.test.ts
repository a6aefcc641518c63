/** Delivery to a vendor that replaces the refresh token at each exchange, and refuses the replaced one, by several instances of `forward`. */
import assert from 'node:assert/strict'
import type { StoredEvent } from '../../functions/bus/stored_message.ts'
import { tables } from '../../schemas/warehouse.ts'
import { startWarehouse, type TestWarehouse } from '../support/warehouse.ts'
import { event } from './fake_third_party.ts'
import { startRolledTokens, tokenPath } from './rolled_tokens_parts.ts'

function member(id: string): StoredEvent {
  const value = { event_id: id, email: `${id}@example.com`, event_data: { change: 'added' } }
  return { ...event(id), name: 'contact', value, text: JSON.stringify(value) }
}

function members(prefix: string, count: number): readonly StoredEvent[] {
  return Array.from({ length: count }, (_, n) => member(`${prefix}${n}`))
}

describe('refresh tokens that roll', function () {
  this.timeout(120_000)
  let warehouse: TestWarehouse
  let parts: Awaited<ReturnType<typeof startRolledTokens>>
  let clock = Date.parse('2026-03-14T10:00:00Z')

  before(async () => {
    warehouse = await startWarehouse()
    await warehouse.createTable(tables.leases)
  })
  beforeEach(async () => {
    parts = await startRolledTokens(warehouse, () => clock)
    await warehouse.query('DELETE FROM leases WHERE TRUE')
  })
  afterEach(() => parts.stop())
  after(() => warehouse.stop())

  it('are exchanged once for all instances, and again once when the access token ends', async () => {
    const instances = [parts.instance(), parts.instance(), parts.instance()]
    await Promise.all(instances.map((each, n) => each.delivers(members(`a${n}-`, 20))))
    assert.equal(await parts.exchanges(), 1)
    // A token of an hour is used until a minute before it ends.
    clock += 3_541_000
    await Promise.all(instances.map((each, n) => each.delivers(members(`b${n}-`, 20))))
    assert.equal(await parts.exchanges(), 2)
    assert.equal((await parts.newestTokens()).tokens.refresh_token, 'local-refresh-token-2')
  })

  it('stay in use when instances start anew with the refresh token of the settings, which is used up', async () => {
    for (let start = 0; start < 4; start++) {
      await parts.instance().delivers(members(`s${start}-`, 2))
      clock += 3_600_000
    }
    assert.equal(await parts.exchanges(), 4)
    const states = (await parts.versions()).map(({ state }) => state)
    assert.deepEqual(states, ['DESTROYED', 'DESTROYED', 'DESTROYED', 'ENABLED', 'ENABLED'])
  })

  it('are replaced by a new refresh token of the settings, and no former one comes back', async () => {
    await parts.instance('seed-1').delivers([member('a')])
    await parts.instance('seed-2').delivers([member('b')])
    assert.equal(await parts.exchanges(), 2)
    clock += 3_600_000
    // A rollback of the settings: the vendor would refuse seed-1.
    await parts.instance('seed-1').delivers([member('c')])
    await parts.instance('seed-2').delivers([member('d')])
    assert.equal(await parts.exchanges(), 3)
    assert.equal((await parts.newestTokens()).seeds.length, 2)
  })

  it('are kept when a new refresh token of the settings is not accepted', async () => {
    await parts.instance('seed-1').delivers([member('a')])
    const { tokens } = await parts.newestTokens()
    await parts.thirdPartyAnswers({ path: tokenPath, behavior: 'auth', times: 1 })
    const [outcome] = await parts.instance('mistyped').outcomes([member('b')])
    assert.deepEqual(outcome, {
      outcome: 'deferred',
      reason: 'auth',
      http_status: 400,
      detail: 'The third party gave no access token for the refresh token (invalid_grant).',
    })
    assert.deepEqual((await parts.newestTokens()).tokens, tokens)
    await parts.instance('seed-1').delivers([member('c')])
    assert.equal(await parts.exchanges(), 2)
  })

  it('that are lost hold the events with an alert until a new one is set', async () => {
    await parts.instance().delivers([member('a')])
    const { tokens } = await parts.newestTokens()
    // An instance has exchanged it and ended before it could store the new one.
    const lost = await fetch(`${parts.thirdPartyUrl}${tokenPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=refresh_token&refresh_token=${tokens.refresh_token}`,
    })
    assert.equal(lost.status, 200)
    clock += 3_600_000
    const holding = parts.instance()
    const [outcome] = await holding.outcomes([member('b')])
    assert.deepEqual(outcome, {
      outcome: 'deferred',
      reason: 'auth',
      http_status: 400,
      detail:
        'The third party gave no access token for the refresh token (invalid_grant). It is in version 2 of the secret rolled-token-pins; its successor may be lost. Set a new refresh token.',
    })
    assert.equal(holding.alerts.length, 1)
    await parts.instance('seed-2').delivers([member('b')])
  })

  it('are not exchanged without the right to store the next one, nor while Secret Manager is down', async () => {
    await parts.restartSecrets(['secretAccessor'])
    const [denied] = await parts.instance().outcomes([member('a')])
    assert.deepEqual(denied, {
      outcome: 'deferred',
      reason: 'unavailable',
      detail:
        'The tokens of the destination cannot be read or stored. Writing the secret rolled-token-pins failed: HTTP 403 PERMISSION_DENIED',
    })
    await parts.restartSecrets()
    const [down] = await parts.instance().outcomes([member('a')])
    assert.equal(down!.outcome, 'deferred')
    assert.equal(await parts.exchanges(), 0)
    await parts.restartSecrets(['secretAccessor', 'secretVersionManager'])
    await parts.instance().delivers([member('a')])
  })

  it('are exchanged for the same access token only once if the vendor rejects it at once', async () => {
    await parts.thirdPartyAnswers({ path: '/api.pinterest.com/v5/ad_accounts', behavior: 'auth' })
    const rejected = parts.instance()
    const [outcome] = await rejected.outcomes([member('a')])
    assert.ok(outcome!.outcome === 'deferred' && outcome!.reason === 'auth')
    assert.equal(await parts.exchanges(), 1)
    clock += 301_000
    await parts.thirdPartyAnswers({ path: '/api.pinterest.com/v5/ad_accounts', behavior: 'auth', times: 1 })
    await rejected.delivers([member('a')])
    assert.equal(await parts.exchanges(), 2)
  })

  it('wait for the lease of an instance that has ended', async () => {
    await warehouse.query(
      `INSERT INTO leases (scope, holder, until) VALUES ('token/pins', 'other forward', TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR))`,
    )
    const [outcome] = await parts.instance().outcomes([member('a')])
    assert.deepEqual(outcome, {
      outcome: 'deferred',
      reason: 'unavailable',
      detail:
        'The refresh token is not exchanged: another instance does that, or table leases cannot be written.',
    })
    assert.equal(await parts.exchanges(), 0)
    await warehouse.query(`UPDATE leases SET until = TIMESTAMP '2026-01-01 00:00:00 UTC' WHERE TRUE`)
    await parts.instance().delivers([member('a')])
  })
})
