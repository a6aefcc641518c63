/** The front door, by property: what it accepts lies on the bus, to the byte and whatever happens to the bus; what it refuses
 * is refused as the sender's fault. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idsOf, reasonOf } from './context.ts'
import { generate, type Generated } from './generated.ts'
import { randomFrom, seed } from './random.ts'
import { openIssuer } from '../../packages/gcp-identity/src/index.ts'
import { administer, openBusAt, producer } from '../support/bus.ts'
import { startBusProcess } from '../support/bus_process.ts'
import { startFrontDoor, type Answered } from '../support/front_door.ts'

const requests = 4000
const concurrency = 48
/** So many are answered when the bus is killed. */
const beforeTheKill = 3500

describe(`the front door (SEED=${seed} repeats these requests)`, () => {
  const answers: { generated: Generated; answered: Answered; afterTheKill: boolean }[] = []
  const onBus = new Map<string, string>()

  const cleanUp: (() => Promise<void>)[] = []

  before(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'sluice-test-'))
    cleanUp.push(() => rm(dir, { recursive: true }))
    const issuer = await openIssuer(dir)
    const bus = await startBusProcess(dir)
    cleanUp.push(bus.kill)
    const door = await startFrontDoor({ bus: bus.host, identityDir: dir })
    cleanUp.push(door.stop)
    await administer(bus.host, issuer).createTopic('events')
    const token = issuer.accessToken(producer)
    const random = randomFrom(seed)
    const all = Array.from({ length: requests }, () => generate(random))

    let next = 0
    let killed: Promise<void> | undefined
    const lane = async (): Promise<void> => {
      for (;;) {
        const generated = all[next++]
        if (!generated) return
        if (answers.length >= beforeTheKill) killed ??= bus.kill()
        const answered = await door.send({ token, ...generated.request })
        answers.push({ generated, answered, afterTheKill: killed !== undefined })
      }
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
    await killed

    const { pubsub } = await openBusAt(dir)
    for (const { messageId, data } of await administer(pubsub.host, issuer).take('events')) {
      onBus.set(messageId, data.toString())
    }
    await pubsub.close()
  })
  after(async () => {
    for (const step of cleanUp.toReversed()) await step()
  })

  const told = ({ generated: { request }, answered }: (typeof answers)[number]): string =>
    `${request.path ?? ''} ${JSON.stringify(request.headers ?? {})} ${request.body?.toString()}\n${answered.text}`

  it('accepts nothing that does not lie on the bus after kill -9, to the byte', () => {
    const accepted = answers.filter(({ answered }) => answered.status === 200)
    for (const each of accepted) {
      const { data } = each.generated
      assert.ok(data, `this must be refused: ${told(each)}`)
      assert.deepEqual(
        idsOf(each.answered).map((id) => onBus.get(id)),
        data,
        told(each),
      )
    }
    assert.ok(accepted.length > requests / 4, `only ${accepted.length} were accepted`)
  })

  it('refuses only what is wrong, and never as a fault of its own', () => {
    const refused = answers.filter(({ answered }) => answered.status !== 200)
    for (const each of refused) {
      const { status } = each.answered
      if (each.afterTheKill && status === 503) {
        assert.equal(reasonOf(each.answered), 'BUS_UNREACHABLE', told(each))
      } else {
        assert.ok(status >= 400 && status < 500, `${status} for ${told(each)}`)
        assert.equal(each.generated.data, undefined, `this is good: ${told(each)}`)
      }
      assert.ok((each.answered.json as { error?: unknown } | undefined)?.error, told(each))
    }
    assert.ok(refused.length > requests / 8, `only ${refused.length} were refused`)
    assert.ok(
      refused.some(({ answered }) => answered.status === 503),
      'the bus was not missed',
    )
  })
})
