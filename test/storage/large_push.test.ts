/** Large pushes: their data is taken out of the body before it is parsed, and their values are held one after the other. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readPush } from '../../functions/bus/push.ts'
import { createValueGate, countValues } from '../../functions/bus/values.ts'

const large = randomBytes(300_001)
const base64 = large.toString('base64')
const facts = '"messageId":"m-1","publishTime":"2026-03-14T09:26:53Z"'
const subscription = '"subscription":"projects/p/subscriptions/login-store"'

function read(body: string) {
  return readPush(Buffer.from(body))
}

/** Description → body whose data is `large`. */
const bodies: Readonly<Record<string, string>> = {
  'as Pub/Sub sends it': `{"message":{"data":"${base64}",${facts}},${subscription}}`,
  'with spaces': `{ "message" : { ${facts} , "data" : "${base64}" } , ${subscription} }`,
  'with escapes in its data': `{"message":{"data":"${base64.replaceAll('/', '\\/').replaceAll('=', '\\u003d')}",${facts}},${subscription}}`,
  'with other data before': `{"data":"${'A'.repeat(100_000)}","message":{"data":"${base64}",${facts}},${subscription}}`,
  'with data twice, of which the last counts': `{"message":{"data":"${'A'.repeat(100_000)}","data":"${base64}",${facts}},${subscription}}`,
  'with a line end in its data': `{"message":{"data":"${base64.slice(0, 1000)}\\n${base64.slice(1000)}",${facts}},${subscription}}`,
}

describe('a large push', () => {
  for (const [what, body] of Object.entries(bodies))
    it(`is read ${what}`, () => {
      const message = read(body)
      assert.ok(message.data.equals(large))
      assert.deepEqual(
        { ...message, data: undefined },
        {
          subscription: 'login-store',
          messageId: 'm-1',
          publishTime: '2026-03-14T09:26:53Z',
          data: undefined,
          attributes: {},
          orderingKey: '',
          attempt: 1,
        },
      )
    })

  it('keeps an attribute with the name of its data', () => {
    const attributes = { data: 'A'.repeat(100_000), 'x"data': 'B'.repeat(100_000) }
    for (const first of [true, false]) {
      const given = `"attributes":${JSON.stringify(attributes)}`
      const data = `"data":"${base64}"`
      const message = read(
        `{"message":{${first ? `${given},${data}` : `${data},${given}`},${facts}},${subscription}}`,
      )
      assert.ok(message.data.equals(large))
      assert.deepEqual(message.attributes, attributes)
    }
  })

  it('that is broken is refused', () => {
    for (const body of [`{"message":{"data":"${base64}`, `{"message":{"data":"${base64}"}`])
      assert.throws(() => read(body), /Not a Pub\/Sub push/)
  })

  it('of any length is read', () => {
    for (let length = 49_150; length < 49_160; length++) {
      const data = large.subarray(0, length)
      const message = read(`{"message":{"data":"${data.toString('base64')}",${facts}},${subscription}}`)
      assert.ok(message.data.equals(data), `${length}`)
    }
  })
})

describe('the values of messages', () => {
  it('are counted by commas and brackets, if the message is large', () => {
    const small = Buffer.from('[1,2,{"a":[]}]')
    assert.equal(countValues(small), 0)
    // Two of the list, and of each of 4,000 elements a bracket and a comma, without the last
    assert.equal(countValues(Buffer.from(`[[${'{},'.repeat(3999)}{}]]`)), 2 + 4000 + 3999)
  })

  it('of which there are too many at a time wait, in their order', async () => {
    const gate = createValueGate(10)
    const begun: string[] = []
    const ends: (() => void)[] = []
    const work = (name: string) => () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    }
    const all = [gate(6, work('six')), gate(5, work('five')), gate(1, work('one')), gate(99, work('all'))]
    void gate(0, work('none'))
    await Promise.resolve()
    await new Promise(setImmediate)
    assert.deepEqual(begun, ['none', 'six'])
    ends[1]!()
    await all[0]
    await new Promise(setImmediate)
    assert.deepEqual(begun, ['none', 'six', 'five', 'one'])
    ends[2]!()
    ends[3]!()
    await all[2]
    await new Promise(setImmediate)
    assert.deepEqual(begun, ['none', 'six', 'five', 'one', 'all'])
  })

  it('are given back by work that fails', async () => {
    const gate = createValueGate(10)
    await assert.rejects(gate(10, () => Promise.reject(new Error('no'))))
    assert.equal(await gate(10, () => Promise.resolve('yes')), 'yes')
  })
})
