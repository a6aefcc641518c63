/** The front door, by property: accepted events are on the bus, byte for byte, even if the bus is killed; refused requests are invalid. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idsOf, isOverloaded, reasonOf } from './context.ts'
import { generate, type Generated } from './generated.ts'
import { randomFrom, seed } from './random.ts'
import { openIssuer } from '../../packages/gcp-identity/src/index.ts'
import { administer, openBusAt, producer } from '../support/bus.ts'
import { startBusProcess } from '../support/bus_process.ts'
import { startFrontDoor, type Answered } from '../support/front_door.ts'

const requests = 4000
const concurrency = 48
/** Number of requests that are answered before the bus is killed. */
const beforeKill = 3500

describe(`the front door (SEED=${seed} repeats these requests)`, () => {
  const answers: { generated: Generated; answered: Answered; afterKill: boolean }[] = []
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
        if (answers.length >= beforeKill) killed ??= bus.kill()
        // On a busy machine the front door refuses requests that would wait for long: nothing was published.
        const send = async (): Promise<Answered> => {
          const answered = await door.send({ token, ...generated.request })
          return killed === undefined && isOverloaded(answered) ? send() : answered
        }
        const answered = await send()
        answers.push({ generated, answered, afterKill: killed !== undefined })
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

  const describeAnswer = ({ generated: { request }, answered }: (typeof answers)[number]): string =>
    `${request.path ?? ''} ${JSON.stringify(request.headers ?? {})} ${request.body?.toString()}\n${answered.text}`

  it('accepts only events that are on the bus after kill -9, byte for byte', () => {
    const accepted = answers.filter(({ answered }) => answered.status === 200)
    for (const each of accepted) {
      const { data } = each.generated
      assert.ok(data, `this must be refused: ${describeAnswer(each)}`)
      assert.deepEqual(
        idsOf(each.answered).map((id) => onBus.get(id)),
        data,
        describeAnswer(each),
      )
    }
    assert.ok(accepted.length > requests / 4, `only ${accepted.length} were accepted`)
  })

  it('refuses only invalid requests, and returns no 500', () => {
    const refused = answers.filter(({ answered }) => answered.status !== 200)
    for (const each of refused) {
      const { status } = each.answered
      if (each.afterKill && status === 503) {
        assert.match(reasonOf(each.answered) ?? '', /^(BUS_UNREACHABLE|OVERLOADED)$/, describeAnswer(each))
      } else {
        assert.ok(status >= 400 && status < 500, `${status} for ${describeAnswer(each)}`)
        assert.equal(each.generated.data, undefined, `this is valid: ${describeAnswer(each)}`)
      }
      assert.ok((each.answered.json as { error?: unknown } | undefined)?.error, describeAnswer(each))
    }
    assert.ok(refused.length > requests / 8, `only ${refused.length} were refused`)
    assert.ok(
      refused.some(({ answered }) => answered.status === 503 && !isOverloaded(answered)),
      'no request failed after the bus was killed',
    )
  })
})
