/** Refresh tokens that roll through the whole stack, with a vendor that refuses a replaced one: over crashes, restarts and changed settings. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredVersion } from '../../local/secret_manager/stored_versions.ts'
import { endLeases } from '../runs/end_leases.ts'
import { clientOf, type Client } from '../support/client.ts'
import { advertised, listOfPins, pageRow, publishPage } from '../support/list_page.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

const tokenPath = '/api.pinterest.com/v5/oauth/token'

function settingsWith(refresh_token: string) {
  return {
    'gcp:project': 'sluice-local',
    'sluice:delivery': { maxAttempts: 100, minimumBackoff: '0.2s', maximumBackoff: '1s' },
    'sluice:destinations': {
      pins: {
        ...listOfPins,
        secrets: { ...listOfPins.secrets, refresh_token },
      },
    },
  }
}

describe('refresh tokens that roll, through the whole stack', function () {
  this.timeout(300_000)
  let stack: TestStack
  let client: Client
  let output = ''

  before(async () => {
    stack = await TestStack.start(settingsWith('seed-token-1'))
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())

  /** Ends the stack as a power failure does, and starts it with its data. This applies the graph again. */
  const crash = async (): Promise<void> => {
    output = stack.output
    await stack.kill()
    await stack.start()
    client = clientOf(stack.facts)
    await endLeases(client)
  }

  const publish = (run: string, count = 1) =>
    publishPage(stack.facts, {
      run,
      destination: 'pins',
      rows: Array.from({ length: count }, (_, n) =>
        pageRow(`${run}-${n}`, 'added', `${run}-${n}`, advertised(`${run}-${n}@example.com`)),
      ),
    })
  const untilDelivered = (run: string, count = 1) =>
    until(`run ${run} is delivered`, async () => {
      const rows = await client.query(
        `SELECT outcome FROM deliveries WHERE replay_id = '${run}' AND outcome = 'delivered'`,
      )
      return rows.length === count
    })
  const exchanges = async () => (await client.received()).filter(({ url }) => url === tokenPath)
  const versions = async () =>
    JSON.parse(
      await readFile(join(stack.dir, 'secret_manager/rolled-token-pins.json'), 'utf8'),
    ) as readonly StoredVersion[]
  /** Makes the vendor give out access tokens that are used for this time, in seconds. */
  const tokensLast = (seconds: number) =>
    client.thirdPartyAnswers({
      path: tokenPath,
      body: { token_type: 'bearer', expires_in: 2 * seconds },
    })

  it('are exchanged once for many events, and the token is found again after a crash', async () => {
    await publish('a', 50)
    await untilDelivered('a', 50)
    await crash()
    await publish('b', 50)
    await untilDelivered('b', 50)
    assert.equal((await exchanges()).length, 1)
  })

  it('stay in use over crashes: the refresh token of the settings was used up by the first exchange', async () => {
    // Every token but the first is used for a second only.
    await stack.configure(settingsWith('seed-token-2'))
    for (const run of ['c', 'd']) {
      await crash()
      await tokensLast(1)
      const before = (await exchanges()).length
      let pages = 0
      await until('a token has ended', async () => {
        await publish(`${run}-${++pages}`)
        await untilDelivered(`${run}-${pages}`)
        return (await exchanges()).length > before + 1
      })
    }
  })

  it('are not lost when the stack is killed while the vendor has not yet answered', async () => {
    await client.thirdPartyAnswers({ path: tokenPath, behavior: 'hang' })
    const before = (await exchanges()).length
    let pages = 0
    await until('an exchange is in flight', async () => {
      await publish(`e-${++pages}`)
      return (await exchanges()).length > before
    })
    await crash()
    for (let page = 1; page <= pages; page++) await untilDelivered(`e-${page}`)
  })

  it('are not replaced by a former refresh token of the settings', async () => {
    await stack.configure(settingsWith('seed-token-1'))
    await crash()
    await publish('f')
    await untilDelivered('f')
    const seeds = JSON.parse(Buffer.from((await versions()).at(-1)!.data!, 'base64').toString()) as {
      seeds: readonly string[]
    }
    assert.deepEqual(seeds.seeds, [
      // printf '%s' seed-token-1 | sha256sum
      'f946d9d2f885d1088a5410eb4bf47e224660321e1ad8f15e76ee2cdbeeb01c1c',
      // printf '%s' seed-token-2 | sha256sum
      'b22aa3c2b13dea5cd49e973eda75381ea24636b649373fb6e1a9582fcff7595f',
    ])
  })

  it('leave two enabled versions, and no token in a log, an outcome or a recorded request', async () => {
    await until('old versions are destroyed', async () => {
      const enabled = (await versions()).filter(({ state }) => state === 'ENABLED')
      return enabled.length === 2
    })
    const token = /seed-token|local-(refresh|access)-token|app-secret/
    assert.doesNotMatch(output + stack.output, token)
    const rows = await client.query('SELECT TO_JSON_STRING(d) AS row_text FROM deliveries AS d')
    for (const { row_text } of rows) assert.doesNotMatch(String(row_text), token)
    assert.doesNotMatch(JSON.stringify(await client.received()), token)
    const refused = await client.query(
      "SELECT DISTINCT outcome, reason FROM deliveries WHERE outcome != 'delivered' AND reason = 'auth'",
    )
    assert.deepEqual(refused, [])
  })
})
