/** Delivery of questions: what a vendor says about a request to a list is recorded as state and numbers, and disturbs no delivery. */
import assert from 'node:assert/strict'
import type { StoredEvent } from '../../functions/bus/stored_message.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import type { HttpRequest, HttpResponse } from '../../functions/net/http.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import { event, respond, thirdParty } from './fake_third_party.ts'

const settings = { list_id: 'Y6nRLr', api_key: 'pk_1' }

/** A question about the receipt `amob==`. */
const question: StoredEvent = { ...event('q-1'), name: 'receipt', text: '{}', value: {}, receipt: 'amob==' }

function ask(response: HttpResponse | Error, target = 'klaviyo_list') {
  const sent: HttpRequest[] = []
  const fake = thirdParty((_, request) => {
    sent.push(request)
    return response
  })
  const deliver = createDelivery({ id: 'vip' }, targetOf(target), settings, fake.ports)
  return { deliver, sent, alerts: fake.alerts }
}

/** https://developers.klaviyo.com/en/reference/get_bulk_import_profiles_job */
function job(status: string, total_count: number, failed_count: number): HttpResponse {
  const attributes = { status, total_count, completed_count: total_count - failed_count, failed_count }
  return respond(200, {}, JSON.stringify({ data: { type: 'profile-bulk-import-job', attributes } }))
}

describe('a question about a request to a list', () => {
  it('is sent with the credentials of the destination', async () => {
    const { deliver, sent } = ask(job('complete', 3, 0))
    await deliver(question)
    const [{ method, url, headers } = {} as HttpRequest] = sent
    assert.deepEqual(
      [method, url, headers['authorization']],
      ['GET', 'https://a.klaviyo.com/api/profile-bulk-import-jobs/amob%3D%3D', 'Klaviyo-API-Key pk_1'],
    )
  })

  for (const [response, detail] of [
    [job('queued', 3, 0), 'processing'],
    [job('processing', 3, 0), 'processing'],
    [job('complete', 3, 0), 'done: 3 records, 0 rejected'],
    [job('complete', 3, 1), 'partial: 3 records, 1 rejected'],
    [job('complete', 3, 3), 'failed: 3 records, 3 rejected'],
    [job('cancelled', 3, 0), 'failed: 3 records, 0 rejected'],
  ] as const)
    it(`has the answer: ${detail}`, async () => {
      const { outcome } = await ask(response).deliver(question)
      assert.deepEqual(outcome, { outcome: 'delivered', http_status: 200, detail, receipt: 'amob==' })
    })

  it('that gets no answer is asked again; the text of the vendor is not recorded', async () => {
    for (const response of [respond(503, {}, 'ada@example.com'), respond(200, {}, '{"data":{}}')]) {
      const { outcome } = await ask(response).deliver(question)
      const { status: http_status } = response
      assert.deepEqual(outcome, {
        outcome: 'deferred',
        reason: 'unavailable',
        http_status,
        receipt: 'amob==',
      })
    }
  })

  it('that the vendor or the credentials do not allow ends, and pauses nothing', async () => {
    for (const [status, reason] of [
      [404, 'rejected'],
      [401, 'unauthorised_payload'],
    ] as const) {
      const { deliver, alerts, sent } = ask(respond(status, {}, 'No job of ada@example.com'))
      const { outcome } = await deliver(question)
      assert.deepEqual(outcome, { outcome: 'refused', reason, http_status: status, receipt: 'amob==' })
      const member = { event_data: { change: 'added' }, email: 'ada@example.com' }
      assert.deepEqual(alerts, [])
      await deliver({ ...event('e-1'), name: 'contact', value: member })
      assert.equal(sent.length, 2, 'the member was not sent')
    }
  })

  it('to a target that decides at once is skipped', async () => {
    const { deliver, sent } = ask(respond(200), 'customerio_segment')
    const { outcome } = await deliver(question)
    assert.deepEqual([outcome, sent], [{ outcome: 'skipped', reason: 'event_not_mapped' }, []])
  })
})
