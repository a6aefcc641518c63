/** Third-party recorder: checks that every target reaches its vendor through the gateway and classifies the answer in every behavior. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createEgress } from '../../../functions/net/egress.ts'
import * as targets from '../../../functions/targets/index.ts'
import { targetOf } from '../../../functions/targets/registry.ts'
import type { Attempt, LinkedEvent } from '../../../functions/targets/target.ts'
import { serveThirdParty, type ThirdParty } from '../../../local/third_party/server.ts'
import { vendorOf } from '../../../local/third_party/vendors/answer_for.ts'
import { behaviors } from '../../../local/third_party/vendors/vendor.ts'
import type { RecorderCase, TargetCases } from '../../targets/case.ts'
import { authorization, settingsFor } from '../../targets/run.ts'

/** Outcomes of three events of which the vendor refuses the last. */
const inPart = {
  // The vendor accepts the others and names the invalid one.
  each: ['delivered', 'delivered', 'refused rejected'],
  // The vendor accepts none and names the invalid one.
  without: ['resend', 'resend', 'refused rejected'],
  // The vendor does not name the invalid one: delivery bisects.
  whole: ['refused rejected', 'refused rejected', 'refused rejected'],
  // The vendor does not report the invalid one.
  unseen: ['delivered', 'delivered', 'delivered'],
  single: ['refused rejected'],
} as const satisfies Readonly<Record<RecorderCase['partial'], readonly string[]>>

/** Targets that send to the owner's own systems, for which there is no vendor. */
const own = new Set(['webhook', 'pubsub'])

async function casesOf(name: string): Promise<TargetCases | undefined> {
  const file = new URL(`../../targets/${name}.ts`, import.meta.url)
  if (!existsSync(file)) return undefined
  const module = (await import(file.href)) as Readonly<Record<string, TargetCases>>
  return module[name]
}

const cases = new Map<string, Pick<TargetCases, 'minimal' | 'recorder'>>()
for (const name of Object.keys(targets)) {
  // test/targets.test.ts says what to do about a target without cases.
  const found = await casesOf(name)
  if (found) cases.set(name, found)
}

function outcomeOf(behavior: string, { isSilent }: RecorderCase): string {
  if (behavior === 'throttle') return 'deferred throttled'
  if (behavior === 'down') return 'deferred unavailable'
  if (behavior === 'success' || isSilent) return 'delivered'
  if (behavior === 'invalid') return 'refused rejected'
  return 'deferred auth'
}

function said({ outcome, resend }: Attempt): string {
  return resend ? 'resend' : ['outcome', 'reason'].flatMap((name) => Object(outcome)[name] ?? []).join(' ')
}

describe('the third-party recorder, called by targets', () => {
  let thirdParty: ThirdParty

  before(async () => {
    thirdParty = await serveThirdParty({ port: 0 })
  })
  after(() => thirdParty.close())

  const answerIn = (behavior: string) =>
    fetch(`${thirdParty.url}/answer`, { method: 'PUT', body: JSON.stringify({ behavior }) })

  it('has a vendor for every target except those that send to the owner’s own systems', () => {
    for (const [name, { recorder }] of cases) {
      const instruction = own.has(name)
        ? `test/targets/${name}.ts needs no recorder`
        : `test/targets/${name}.ts: add recorder, as test/targets/case.ts describes it`
      assert.equal(recorder === undefined, own.has(name), instruction)
    }
  })

  for (const [name, { recorder, minimal }] of cases) {
    if (!recorder) continue
    describe(name, () => {
      const target = targetOf(name)
      const settings = settingsFor(target, minimal)

      const eventsOf = (numbers: readonly number[]): readonly LinkedEvent[] =>
        numbers.map((n) => {
          const fields = recorder.event(n)
          const found = target.audience?.lookup && { recordId: `${n}` }
          return { id: `e-${n}`, name: 'login', fields, text: JSON.stringify(fields), ...found }
        })
      const requestOf = (events: readonly LinkedEvent[]) =>
        target.request(events, settings, { now: new Date(), authorization })

      /** Returns the target's outcomes of the answer to these events. */
      const send = async (...numbers: readonly number[]): Promise<readonly Attempt[]> => {
        const events = eventsOf(numbers)
        const request = requestOf(events)
        const response = await createEgress({ THIRD_PARTY_GATEWAY: thirdParty.url })(request)
        return target.classify(response, events)
      }
      const all = target.batch.maxItems === 1 ? [3] : [1, 2, 3]

      it('calls a host for which there is a vendor', () => {
        const { host } = new URL(requestOf(eventsOf(all)).url)
        const file = `local/third_party/vendors/${name}.ts`
        const instruction = `No vendor serves ${host}: write ${file} and its line in local/third_party/vendors/index.ts`
        assert.ok(vendorOf(host), instruction)
      })

      for (const behavior of behaviors.filter((each) => each !== 'hang' && each !== 'partial')) {
        it(`understands behavior ${behavior}`, async () => {
          await answerIn(behavior)
          const attempts = await send(...all)
          const expected = outcomeOf(behavior, recorder)
          assert.deepEqual(
            attempts.map(said),
            all.map(() => expected),
          )
          const [{ retryAfter } = {}] = attempts
          const wait = behavior === 'throttle' ? recorder.waitSeconds : undefined
          if (wait === undefined) assert.equal(retryAfter, undefined)
          else assert.ok(Math.abs(retryAfter! / 1000 - wait) <= 1, `${retryAfter} ms is not ${wait} s`)
        })
      }

      it('understands behavior partial, and delivers the other events', async () => {
        await answerIn('partial')
        assert.deepEqual((await send(...all)).map(said), inPart[recorder.partial])
        const others = target.batch.maxItems === 1 ? [1] : [1, 2]
        for (const attempt of await send(...others)) assert.equal(said(attempt), 'delivered')
      })
    })
  }
})
