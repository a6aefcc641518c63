/** A full disk: publish requests are refused while nothing can be written, and the log goes on by itself, complete and in order. The permitted
 * size of a file takes the place of the disk. https://man7.org/linux/man-pages/man1/prlimit.1.html */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { Crashing } from './support/crashing.ts'
import { encode, texts, type Session } from './support/session.ts'

const padding = 'x'.repeat(1000)

describe('the embedded Pub/Sub without space on the disk', () => {
  let crashing: Crashing
  beforeEach(async () => {
    crashing = await Crashing.start()
  })
  afterEach(() => crashing.close())

  const permit = (bytes: number | 'unlimited'): void => {
    execFileSync('prlimit', ['--pid', String(crashing.running.pid), `--fsize=${bytes}:unlimited`])
  }
  const publish = (session: Session, topic: string, text: string) =>
    session.call('POST', `${topic}:publish`, {
      messages: [{ data: encode(text), orderingKey: 'k', attributes: { padding } }],
    })

  /** Returns the texts of all messages as they are delivered. */
  async function received(session: Session, subscription: string, last: string): Promise<string[]> {
    const all: string[] = []
    while (all.at(-1) !== last) {
      const pulled = await session.pull(subscription)
      if (pulled.length > 0) await session.acknowledge(subscription, pulled)
      all.push(...texts(pulled))
    }
    return all
  }

  for (const isKilled of [false, true])
    it(`refuses what it cannot write, and later delivers everything in order${isKilled ? ', also after kill -9' : ''}`, async () => {
      const session = crashing.open()
      const topic = await session.topic()
      const subscription = await session.subscription(topic, { enableMessageOrdering: true })
      permit(100_000)
      const sent: string[] = []
      for (let status = 200; status === 200;) {
        sent.push(`before ${sent.length}`)
        const answer = await publish(session, topic, sent.at(-1)!)
        status = answer.status
        if (status === 200) continue
        assert.equal(status, 503)
        assert.match(answer.text, /"UNAVAILABLE"/)
        assert.match(answer.text, /EFBIG: .*Make room: then it goes on by itself\./)
      }
      assert.ok(sent.length > 50)
      for (let index = 0; index < 20; index++)
        assert.equal((await publish(session, topic, 'refused for certain')).status, 503)
      permit('unlimited')
      let answer = await publish(session, topic, 'after')
      while (answer.status === 503) answer = await publish(session, topic, 'after')
      assert.equal(answer.status, 200)
      const now = isKilled ? await crashing.crash() : session
      // The last one before was answered 503 when it was in the log already: whether it is accepted was unclear.
      assert.deepEqual(await received(now, subscription, 'after'), [...sent, 'after'])
    })
})
