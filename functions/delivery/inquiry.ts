/** Delivery: asks a third party that decides later what became of a request to a list. Its response must not pause events, and none of its text is
 * recorded: only the state, numbers and constants. */
import { deferred, delivered, refused, skipped, type Outcome } from '../../schemas/outcome.ts'
import { byStatus } from '../targets/classify.ts'
import type { ReceiptStatus } from '../targets/exchanges.ts'
import type { Target } from '../targets/target.ts'
import type { DeliveryPorts } from './delivery_ports.ts'
import type { DeliveryResult } from './delivery_result.ts'
import { maxWaitMs } from './in_turn.ts'
import type { Rate } from './rate.ts'
import { createRateLimiter } from './rate_limiter.ts'
import { createRequestSender } from './send_request.ts'

/** Returns the function that asks about one receipt. `id`: event id of the question. It never rejects. */
export function createInquiry(
  target: Target,
  settings: Record<string, unknown>,
  ports: DeliveryPorts,
  rate: Rate | undefined,
): (id: string, receipt: string) => Promise<DeliveryResult> {
  const { audience, ...others } = target
  const receipts = audience?.receipts
  if (!receipts) return async () => ({ outcome: skipped('event_not_mapped'), latency: 0 })
  const answers = new Map<string, ReceiptStatus | undefined>()
  const inquiryTarget: Target = {
    ...others,
    fields: undefined,
    batch: { maxItems: 1, maxBytes: 10_000, atomic: false },
    request: ([event], all, context) => receipts.request(String(event!.fields['receipt']), all, context),
    classify: (response, events) => {
      if (response.status < 300) answers.set(events[0]!.id, receipts.read(response))
      return byStatus(response, events)
    },
  }
  // Its own pauses, as for erasure.
  const limiter = createRateLimiter(rate)
  const sendRequest = createRequestSender(inquiryTarget, settings, { ...ports, alert: () => {} }, limiter)

  return async (id, receipt) => {
    const deadline = ports.now().getTime() + maxWaitMs
    const fields = { receipt }
    const event = { id, name: 'receipt', fields, text: JSON.stringify(fields), deadline }
    const [result] = await sendRequest([event])
    const status = answers.get(id)
    answers.delete(id)
    return { ...result!, outcome: { ...answerOf(result!.outcome, status), receipt } }
  }
}

function answerOf(outcome: Outcome, status: ReceiptStatus | undefined): Outcome {
  const evidence = outcome.http_status === undefined ? {} : { http_status: outcome.http_status }
  if (outcome.outcome === 'delivered')
    return status ? delivered({ ...evidence, detail: textOf(status) }) : deferred('unavailable', evidence)
  // The list's own requests tell about the credentials.
  if (outcome.outcome === 'deferred' && outcome.reason === 'auth')
    return refused('unauthorised_payload', evidence)
  const { detail: _, ...withoutText } = outcome
  return withoutText
}

const isConstant = /^[A-Z][A-Z0-9_]{0,79}$/

/** `partial: 1000 records, 2 rejected (INVALID_EMAIL, MATCH_RATE_RANGE_61_TO_70)`. The view list_receipts reads the first word. */
function textOf({ state, records, rejected, notes = [] }: ReceiptStatus): string {
  const counts = [
    records === undefined ? '' : `${records} ${records === 1 ? 'record' : 'records'}`,
    rejected === undefined ? '' : `${rejected} rejected`,
  ].filter(Boolean)
  const constants = notes.filter((note) => isConstant.test(note)).slice(0, 5)
  const facts = [counts.join(', '), constants.length > 0 ? `(${constants.join(', ')})` : ''].filter(Boolean)
  return facts.length > 0 ? `${state}: ${facts.join(' ')}` : state
}
