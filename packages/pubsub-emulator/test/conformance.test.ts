/** Runs the conformance suite against the embedded Pub/Sub. */
import { openEmbedded, type Embedded } from './support/embedded.ts'
import { leftOut } from './support/left_out.ts'
import { Session } from './support/session.ts'
import { suite } from './support/suite/index.ts'

describe('the embedded Pub/Sub', () => {
  let embedded: Embedded
  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => embedded.close())

  for (const { id, does, run } of suite)
    it(`${does} (${id})`, async () => {
      const session = new Session(embedded.target)
      try {
        await run(session)
      } finally {
        await session.close()
      }
    })

  /** Clients repeat requests that are answered with 5xx: gcloud for half a minute. */
  for (const { what, method, path, body, subject } of leftOut)
    it(`refuses by name, with a status that clients do not repeat: ${what}`, async () => {
      const session = new Session(embedded.target)
      const topic = await session.topic()
      const snapshot = session.name('snapshots')
      await session.done('PUT', snapshot, { subscription: await session.subscription(topic) })
      const named = (text: string) => text.replace('TOPIC', topic).replace('SNAPSHOT', snapshot)
      const full = /^[A-Z]/.test(path) ? named(path) : `projects/${embedded.target.project}/${path}`
      await session.refused(method, full, body && JSON.parse(named(JSON.stringify(body))), {
        status: 400,
        code: 'UNIMPLEMENTED',
        message: `${subject} not supported by the embedded Pub/Sub.`,
      })
      await session.close()
    })
})
