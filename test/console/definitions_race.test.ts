/** Console: of several people who save the same version concurrently, one succeeds, and the others get the name of the first. */
import assert from 'node:assert/strict'
import { startConsole, type Door } from './door.ts'
import { barrier, refusalOf, startProxy, type Proxy } from '../web/creator/proxy.ts'
import { orderPlaced, shopOrders } from '../web/creator/orders.ts'
import { clientOf } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'

const people = ['ada', 'grace', 'mary', 'emmy']

const conflict = refusalOf(
  400,
  'invalidQuery',
  'Could not serialize access to table sluice-local:sluice.definitions due to concurrent update',
)

interface ApiResult {
  status: number
  body: {
    created_by?: string
    error?: { message: string; status: string; details?: readonly { metadata?: { created_by?: string } }[] }
  }
}

describe('saving concurrently', () => {
  let stack: TestStack
  let proxy: Proxy
  let door: Door

  before(async () => {
    stack = await TestStack.start()
    proxy = await startProxy(stack.facts.bigqueryUrl)
    door = await startConsole(stack, { BIGQUERY_EMULATOR_HOST: proxy.url })
  })
  after(async () => {
    await door?.stop()
    await proxy?.close()
    await stack?.remove()
  })

  const save = async (body: object): Promise<ApiResult> => {
    const response = await fetch(`${door.url}/v1/console/definitions`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${tokenOf(stack.facts, 'editor')}` },
    })
    return { status: response.status, body: (await response.json()) as ApiResult['body'] }
  }
  const rowsOf = (name: string) =>
    clientOf(stack.facts).query(
      `SELECT kind, version, comment FROM definitions WHERE name = '${name}' ORDER BY kind, version`,
    )

  // BigQuery runs INSERTs concurrently: each may check before the others write. Here, all check before any writes.
  it('lets one succeed, although all have checked and written before any claims', async () => {
    const [checked, written] = [barrier(people.length), barrier(people.length)]
    proxy.meddle(async (name) => {
      if (name === 'place_definition') await checked()
      if (name === 'claim_definition') await written()
      return undefined
    })
    const event = { ...orderPlaced, name: 'order_raced' }
    const answers = await Promise.all(people.map((comment) => save({ event, comment })))
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1, JSON.stringify(answers))
    for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
      assert.equal(status, 409)
      assert.equal(body.error!.status, 'ALREADY_EXISTS')
      assert.match(
        body.error!.message,
        /was saved by editor@sluice-local\.iam\.gserviceaccount\.com at \d{4}-/,
      )
    }
    const winner = people[answers.indexOf(won[0]!)]
    assert.deepEqual(await rowsOf('order_raced'), [{ kind: 'event', version: '1.0', comment: winner }])
  })

  it('is atomic: a conflict on one of two versions loses both', async () => {
    const [checked, written] = [barrier(2), barrier(2)]
    proxy.meddle(async (name) => {
      if (name === 'place_definition') await checked()
      if (name === 'claim_definition') await written()
      return undefined
    })
    const event = { ...orderPlaced, name: 'order_shared' }
    const translationOf = (name: string) => ({
      ...shopOrders,
      name,
      event: { name: { const: 'order_shared' } },
    })
    const names = ['shared_first', 'shared_second']
    const answers = await Promise.all(names.map((name) => save({ event, translation: translationOf(name) })))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
      JSON.stringify(answers),
    )
    const winner = answers.findIndex(({ status }) => status === 200)
    assert.equal((await rowsOf(names[winner]!)).length, 1)
    assert.equal((await rowsOf(names[1 - winner]!)).length, 0)
    assert.equal((await rowsOf('order_shared')).length, 1)
  })

  it('claims again after a conflict, and saves nothing if conflicts persist', async () => {
    let conflicts = 0
    proxy.meddle(async (name) => (name === 'claim_definition' && ++conflicts <= 2 ? conflict : undefined))
    assert.equal((await save({ event: { ...orderPlaced, name: 'order_again' } })).status, 200)
    proxy.meddle(async (name) => (name === 'claim_definition' ? conflict : undefined))
    const lost = await save({ event: { ...orderPlaced, name: 'order_given_up' } })
    assert.deepEqual([lost.status, lost.body.error!.status], [409, 'ABORTED'])
    assert.match(lost.body.error!.message, /Nothing was saved: save again/)
    assert.deepEqual(await rowsOf('order_given_up'), [])
    proxy.meddle(async () => undefined)
    assert.equal((await save({ event: { ...orderPlaced, name: 'order_given_up' } })).status, 200)
  })

  it('is not visible as a version until it is claimed', async () => {
    const statements = proxy.asked().length
    let seen: unknown
    proxy.meddle(async (name) => {
      if (name === 'claim_definition') seen = (await rowsOf('order_seen'))[0]
      return undefined
    })
    assert.equal((await save({ event: { ...orderPlaced, name: 'order_seen' } })).status, 200)
    assert.deepEqual(seen, { kind: 'pending_event', version: '1.0', comment: null })
    assert.deepEqual(proxy.asked().slice(statements), [
      'definition_versions',
      // The operation is recorded before and after it.
      'account',
      'insertAll',
      'place_definition',
      'claim_definition',
      'account',
      'make_event_view',
      'insertAll',
    ])
  })
})
