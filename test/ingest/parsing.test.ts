/** The front door: keeps JSON byte for byte, and refuses bodies that are not JSON. */
import assert from 'node:assert/strict'
import { idsOf, isOverloaded } from './context.ts'
import { parsingCases, type ParsingCase } from './parsing_cases.ts'
import { producer, startBus } from '../support/bus.ts'
import { startFrontDoor, type Answered } from '../support/front_door.ts'

describe('the front door', () => {
  const cleanUp: (() => Promise<void>)[] = []
  const answers = new Map<ParsingCase, Answered>()
  const onBus = new Map<string, Buffer>()

  before(async () => {
    const bus = await startBus(['events'])
    cleanUp.push(bus.stop)
    const door = await startFrontDoor({ bus: bus.host, identityDir: bus.dir })
    cleanUp.push(door.stop)
    const token = bus.issuer.accessToken(producer)
    const send = async (each: ParsingCase): Promise<Answered> => {
      const answered = await door.send({ token, body: each.body })
      return isOverloaded(answered) ? send(each) : answered
    }
    await Promise.all(parsingCases.map(async (each) => answers.set(each, await send(each))))
    for (const { messageId, data } of await bus.take('events')) onBus.set(messageId, data)
  })
  after(async () => {
    for (const step of cleanUp.toReversed()) await step()
  })

  for (const each of parsingCases) {
    it(each.data ? `publishes ${each.name} byte for byte` : `refuses ${each.name}`, () => {
      const answered = answers.get(each)!
      if (each.data) {
        assert.equal(answered.status, 200, answered.text)
        const [id = '', ...others] = idsOf(answered)
        assert.deepEqual(others, [])
        assert.ok(onBus.get(id)?.equals(each.data), 'the bus has other bytes')
      } else {
        assert.equal(answered.status, 400, answered.text)
      }
    })
  }

  it('publishes nothing of refused bodies', () => {
    assert.equal(onBus.size, parsingCases.filter(({ data }) => data).length)
  })
})
