/** Third-party recorder: checks that every target reaches its vendor through the gateway and classifies the answer in every behavior. */
import assert from 'node:assert/strict'
import { createEgress } from '../../../functions/net/egress.ts'
import * as targets from '../../../functions/targets/index.ts'
import { targetOf } from '../../../functions/targets/registry.ts'
import type { Attempt, LinkedEvent } from '../../../functions/targets/target.ts'
import { serveThirdParty, type ThirdParty } from '../../../local/third_party/server.ts'
import { behaviors } from '../../../local/third_party/vendors/vendor.ts'
import type { TargetCases } from '../../targets/case.ts'
import { authorization, settingsFor } from '../../targets/run.ts'

/** Fields of event number n that the request and the vendor's ids need. Every third one is refused in behavior `partial`. */
const fieldsOf: Readonly<Record<string, (n: number) => LinkedEvent['fields']>> = {
  ga4: (n) => ({ client_id: '1.2', event: { name: 'login', params: { transaction_id: `e-${n}` } } }),
  google_data_manager: (n) => ({ transactionId: `e-${n}`, destinationReferences: ['7'] }),
  amplitude: (n) => ({ insert_id: `e-${n}` }),
  mixpanel: (n) => ({ event: 'login', properties: { $insert_id: `e-${n}` } }),
  meta: (n) => ({ event_id: `e-${n}` }),
  tiktok: (n) => ({ event_id: `e-${n}` }),
  pinterest: (n) => ({ event_id: `e-${n}` }),
  snapchat: (n) => ({ event_id: `e-${n}` }),
  reddit: (n) => ({ metadata: { conversion_id: `e-${n}` } }),
  x: (n) => ({ conversion_id: `e-${n}` }),
  linkedin: (n) => ({ eventId: `e-${n}`, user: { userIds: { SHA256_EMAIL: 'ab' } } }),
  microsoft: (n) => ({ eventId: `e-${n}` }),
  segment: (n) => ({ messageId: `e-${n}` }),
  braze: (n) => ({ external_id: 'u-1', name: 'login', time: `2026-03-14T10:00:0${n}Z` }),
  klaviyo: (n) => ({ unique_id: `e-${n}` }),
  // Converted to ULIDs, which end in …DS, …8R and …HF.
  customerio: (n) => ({ id: ['e-1', 'e-2', 'e-5'][n - 1], timestamp: 1_773_480_000 }),
  iterable: (n) => ({ userId: `u-${n}`, eventName: 'login' }),
  hubspot: (n) => ({ uuid: `e-${n}`, eventName: 'pe1_login' }),
  slack: (n) => ({ text: `Order ${n}` }),
}

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
} as const

const partial: Readonly<Record<string, keyof typeof inPart>> = {
  ga4: 'unseen',
  google_data_manager: 'without',
  amplitude: 'without',
  mixpanel: 'each',
  meta: 'whole',
  tiktok: 'whole',
  pinterest: 'each',
  snapchat: 'whole',
  reddit: 'each',
  x: 'whole',
  linkedin: 'without',
  microsoft: 'each',
  segment: 'unseen',
  braze: 'each',
  klaviyo: 'single',
  customerio: 'each',
  iterable: 'each',
  hubspot: 'whole',
  slack: 'single',
}

/** Targets whose vendor returns a delay in its own form, in seconds. The others are retried by Pub/Sub's backoff. */
const waits: Readonly<Record<string, number>> = {
  ga4: 30,
  amplitude: 30,
  meta: 60,
  pinterest: 30,
  snapchat: 30,
  reddit: 30,
  x: 30,
  microsoft: 30,
  segment: 30,
  braze: 3,
  klaviyo: 1,
  customerio: 1,
  slack: 1,
}

/** Vendors that never return a delay. */
const silent = new Set(['ga4'])

function outcomeOf(behavior: string, target: string): string {
  if (behavior === 'throttle') return 'deferred throttled'
  if (behavior === 'down') return 'deferred unavailable'
  if (behavior === 'success' || silent.has(target)) return 'delivered'
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
    const names = Object.keys(targets).filter((name) => name !== 'webhook' && name !== 'pubsub')
    assert.deepEqual(names.toSorted(), Object.keys(fieldsOf).toSorted(), 'add its events above')
  })

  for (const [name, fields] of Object.entries(fieldsOf)) {
    describe(name, () => {
      const target = targetOf(name)
      let settings: Record<string, unknown>

      before(async () => {
        const cases = (await import(`../../targets/${name}.ts`)) as Readonly<Record<string, TargetCases>>
        settings = settingsFor(target, cases[name]!.minimal)
      })

      /** Returns the target's outcomes of the answer to these events. */
      const send = async (...numbers: readonly number[]): Promise<readonly Attempt[]> => {
        const events = numbers.map((n) => {
          const linked = fields(n)
          return { id: `e-${n}`, name: 'login', fields: linked, text: JSON.stringify(linked) }
        })
        const request = target.request(events, settings, { now: new Date(), authorization })
        const response = await createEgress({ THIRD_PARTY_GATEWAY: thirdParty.url })(request)
        return target.classify(response, events)
      }
      const all = target.batch.maxItems === 1 ? [3] : [1, 2, 3]

      for (const behavior of behaviors.filter((each) => each !== 'hang' && each !== 'partial')) {
        it(`understands behavior ${behavior}`, async () => {
          await answerIn(behavior)
          const attempts = await send(...all)
          const expected = outcomeOf(behavior, name)
          assert.deepEqual(
            attempts.map(said),
            all.map(() => expected),
          )
          const [{ retryAfter } = {}] = attempts
          const wait = behavior === 'throttle' ? waits[name] : undefined
          if (wait === undefined) assert.equal(retryAfter, undefined)
          else assert.ok(Math.abs(retryAfter! / 1000 - wait) <= 1, `${retryAfter} ms is not ${wait} s`)
        })
      }

      it('understands behavior partial, and delivers the other events', async () => {
        await answerIn('partial')
        assert.deepEqual((await send(...all)).map(said), inPart[partial[name]!])
        const others = target.batch.maxItems === 1 ? [1] : [1, 2]
        for (const attempt of await send(...others)) assert.equal(said(attempt), 'delivered')
      })
    })
  }
})
