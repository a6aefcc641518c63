/** Console: what a save may do to a connection, and who puts a version in force. Over HTTP, with the caller's rights. */
import assert from 'node:assert/strict'
import { clientOf } from './client.ts'
import { shopOrders } from '../web/creator/orders.ts'
import { clientOf as senderOf } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { arrangeDefinition } from '../support/saved_definition.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

interface Answered {
  status: number
  body: {
    in_force?: string
    serves?: string | null
    error?: {
      message: string
      details?: readonly { reason?: string; fieldViolations?: readonly { field: string }[] }[]
    }
  }
}

describe('connections', () => {
  let stack: TestStack
  before(async () => {
    stack = await TestStack.start()
  })
  after(() => stack?.remove())

  const post = async (
    path: string,
    body: object,
    role: 'editor' | 'analyst' = 'editor',
  ): Promise<Answered> => {
    const response = await fetch(stack.facts.baseUrl + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${tokenOf(stack.facts, role)}` },
    })
    return { status: response.status, body: (await response.json()) as Answered['body'] }
  }
  const save = (body: object) => post('/v1/console/definitions', body)
  const force = (name: string, body: object, role?: 'editor' | 'analyst') =>
    post(`/v1/console/connections/${name}`, body, role)
  const rowsOf = async (name: string): Promise<readonly string[]> => {
    const [rows] = await clientOf(stack.facts).query({
      query: `SELECT kind, version FROM definitions WHERE name = '${name}' ORDER BY created_at, kind`,
      defaultDataset: { datasetId: stack.facts.dataset },
    })
    return (rows as { kind: string; version: string }[]).map(({ kind, version }) => `${kind} ${version}`)
  }
  const serves = (name: string, version: string) =>
    until(`${name} serves ${version}`, async () => {
      const response = await fetch(`${stack.facts.baseUrl}/v1/translators/${name}?validateOnly=true`, {
        method: 'POST',
        body: 'x\ny',
        headers: { authorization: `Bearer ${tokenOf(stack.facts, 'producer')}` },
      })
      const { translation } = (await response.json()) as { translation?: string }
      return translation === `${name}@${version}`
    })
  const reasonOf = ({ body }: Answered) => body.error?.details?.[0]?.reason
  const fieldsOf = ({ body }: Answered) =>
    body.error?.details?.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field))
  /** Reads another column as the time: a breaking change. */
  const version = (name: string, number: string, required: readonly string[] = []) => ({
    ...shopOrders,
    name,
    version: number,
    required,
  })
  const [firstField = ''] = Object.keys(shopOrders.link)

  it('are not taken over: a name that is taken gets 409 with who has it', async () => {
    assert.equal(
      (await save({ translation: version('crm_leads', '1.0'), expects: { latest: null } })).status,
      200,
    )
    const taken = await save({ translation: version('crm_leads', '1.1'), expects: { latest: null } })
    assert.equal(taken.status, 409)
    assert.equal(reasonOf(taken), 'NAME_TAKEN')
    assert.match(
      taken.body.error!.message,
      /^The name crm_leads is taken by another connection: its version 1\.0 was saved by \S+ at \S+\. Choose another name, or save a new version of that connection\.$/,
    )
    assert.deepEqual(await rowsOf('crm_leads'), ['translation 1.0'])
  })

  it('are saved only after the version that the caller has seen', async () => {
    assert.equal(
      (await save({ translation: version('crm_leads', '1.1'), expects: { latest: '1.0' } })).status,
      200,
    )
    const late = await save({ translation: version('crm_leads', '1.2'), expects: { latest: '1.0' } })
    assert.deepEqual([late.status, reasonOf(late)], [409, 'VERSION_CHANGED'])
    assert.match(late.body.error!.message, /its version 1\.1 was saved by .*, and yours follows 1\.0\./)
    const unknown = await save({ translation: version('new_leads', '1.0'), expects: { latest: '1.0' } })
    assert.deepEqual([unknown.status, reasonOf(unknown)], [409, 'VERSION_CHANGED'])
    const wrong = await save({ translation: version('new_leads', '1.0'), expects: { latest: 1 } })
    assert.deepEqual([wrong.status, fieldsOf(wrong)], [400, ['expects']])
  })

  it('go on as they are when another major version is saved, and are repaired while it is not in force', async () => {
    assert.equal((await save({ translation: version('crm_leads', '2.0', [firstField]) })).status, 200)
    assert.deepEqual((await rowsOf('crm_leads')).slice(2), ['force 1', 'translation 2.0'])
    await serves('crm_leads', '1.1')
    assert.equal((await save({ translation: version('crm_leads', '1.2') })).status, 200)
    await serves('crm_leads', '1.2')
    assert.equal((await save({ translation: version('crm_leads', '3.0') })).status, 200)
    assert.deepEqual(
      (await rowsOf('crm_leads')).filter((row) => row.startsWith('force')),
      ['force 1'],
    )
    assert.equal((await save({ translation: version('crm_leads', '1.1') })).status, 409)
    assert.equal((await save({ translation: version('crm_leads', '0.9') })).status, 400)
  })

  it('that were saved before there were versions in force keep the one they serve', async () => {
    const client = senderOf(stack.facts)
    for (const number of ['1.0', '2.0'])
      await arrangeDefinition(client, 'translation', version('old_leads', number))
    await serves('old_leads', '2.0')
    assert.equal((await save({ translation: version('old_leads', '3.0', [firstField]) })).status, 200)
    assert.deepEqual(
      (await rowsOf('old_leads')).filter((row) => row.startsWith('force')),
      ['force 2'],
    )
    await serves('old_leads', '2.0')
  })

  it('are put in force with their name typed if what comes now would be refused', async () => {
    const asked = await force('crm_leads', { major: 2, expects: '1' })
    assert.deepEqual([asked.status, fieldsOf(asked)], [400, ['confirm']])
    assert.match(
      asked.body.error!.message,
      new RegExp(`Expected crm_leads, typed, .*${firstField} is now required`),
    )
    const { status, body } = await force('crm_leads', { major: 2, expects: '1', confirm: 'crm_leads' })
    assert.deepEqual([status, body], [200, { name: 'crm_leads', in_force: '2', serves: '2.0' }])
    await serves('crm_leads', '2.0')
    const stale = await force('crm_leads', { major: 3, expects: '1' })
    assert.deepEqual([stale.status, reasonOf(stale)], [409, 'FORCE_CHANGED'])
  })

  it('are retired with a reason and their name typed, and it is undone', async () => {
    assert.deepEqual(fieldsOf(await force('crm_leads', { major: null, confirm: 'crm_leads' })), ['reason'])
    assert.deepEqual(fieldsOf(await force('crm_leads', { major: null, reason: 'moved' })), ['confirm'])
    const retired = await force('crm_leads', { major: null, reason: 'moved', confirm: 'crm_leads' })
    assert.deepEqual([retired.status, retired.body.serves], [200, null])
    await until('it answers 410', async () => {
      const response = await fetch(`${stack.facts.baseUrl}/v1/translators/crm_leads?validateOnly=true`, {
        method: 'POST',
        body: 'x\ny',
        headers: { authorization: `Bearer ${tokenOf(stack.facts, 'producer')}` },
      })
      return response.status === 410 && (await response.text()).includes('is retired: moved.')
    })
    assert.equal((await force('crm_leads', { major: 2, expects: 'none' })).status, 200)
    await serves('crm_leads', '2.0')
  })

  it('are put in force only by those who may save, and only if they exist', async () => {
    assert.equal((await force('crm_leads', { major: 2 }, 'analyst')).status, 403)
    assert.equal((await force('no_leads', { major: 1 })).status, 404)
    assert.deepEqual(fieldsOf(await force('crm_leads', { major: 7 })), ['major'])
    assert.deepEqual(fieldsOf(await force('crm_leads', { major: '2', else: 1 })), ['else'])
    const [rows] = await clientOf(stack.facts).query({
      query: `SELECT target, outcome, TO_JSON_STRING(detail) AS detail FROM audit WHERE operation = 'force' AND outcome <> 'asked' ORDER BY recorded_at`,
      defaultDataset: { datasetId: stack.facts.dataset },
    })
    assert.deepEqual(
      (rows as { target: string; outcome: string; detail: string }[]).map(
        ({ target, outcome, detail }) => `${target} ${outcome} ${detail}`,
      ),
      [
        'crm_leads@2 ok {"from":"1"}',
        'crm_leads@none ok {"from":"2"}',
        'crm_leads@2 ok {"from":"none"}',
        'crm_leads@2 refused {"from":"2"}',
      ],
    )
  })
})
