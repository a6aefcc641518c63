/** Delivery: previews what a destination would receive for an event, with the code that delivery uses. Sends nothing. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import type { Decision } from '../../schemas/decision.ts'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { outcomes } from '../../schemas/outcome.ts'
import type { Event } from '../event/read.ts'
import { createLinkDigest } from '../linkage/link_digest.ts'
import { compilePreparation, isOutcome } from '../linkage/prepare.ts'
import { profileFieldsIn } from '../linkage/profile_gate.ts'
import { targetOf } from '../targets/registry.ts'
import type { LinkedEvent } from '../targets/target.ts'
import { ownRequestsOf } from './profile_updates.ts'
import { createRequestPreview } from './request_preview.ts'

type Prepared = Pick<
  DeliveryPreview,
  'fields' | 'left_out' | 'profile_request' | 'lookup_request' | 'request'
> &
  Partial<Pick<DeliveryPreview, 'permitted' | 'reason' | 'meaning'>>

/** Returns the function that previews the delivery of an event for which the decision is known. */
export function createPreview(
  destination: Destination,
  now: () => Date,
): (event: Event, decision: Decision) => DeliveryPreview {
  const prepare = preparationOf(destination, now)
  const linkOf = createLinkDigest(destination, targetOf(destination.target))
  return (event, { permitted, rule, reason }) => {
    const { id, target } = destination
    const link = linkOf(event.name)
    const preview = {
      destination: id,
      target,
      permitted,
      rule,
      reason,
      meaning: reasonText(reason),
      ...(link !== undefined && { link }),
    }
    return permitted ? { ...preview, ...prepare(event) } : preview
  }
}

/** Links an event to a destination's target, as `forward` would. */
function preparationOf(destination: Destination, now: () => Date) {
  const target = targetOf(destination.target)
  const prepare = compilePreparation(destination, target, destination.settings)
  const buildRequest = createRequestPreview(destination, target)
  const updates = ownRequestsOf(target).map(({ exchange, fields }) => ({
    fields,
    build: createRequestPreview(destination, { ...target, ...exchange }),
  }))
  const { lookup } = target.audience ?? {}
  const buildLookup = lookup && createRequestPreview(destination, { ...target, request: lookup.request })
  const requestOf = (linked: LinkedEvent, at: Date): Prepared => {
    try {
      if (buildLookup && lookup.operations.some((each) => each === linked.fields['operation']))
        return {
          lookup_request: buildLookup(linked, at),
          request: buildRequest({ ...linked, recordId: 'id_that_the_lookup_finds' }, at),
        }
      const request = buildRequest(linked, at)
      const update = updates.find(({ fields }) => profileFieldsIn(linked.fields, fields).length > 0)
      return update ? { profile_request: update.build(linked, at), request } : { request }
    } catch (error) {
      // `forward` refuses such an event, too.
      const meaning = error instanceof Error ? error.message : 'Building the request failed.'
      return { permitted: false, reason: 'rejected', meaning }
    }
  }

  return ({ id, name, value }: Event): Prepared => {
    try {
      const at = now()
      const prepared = prepare({ id, name, value, text: JSON.stringify(value) }, at)
      if (!isOutcome(prepared)) {
        const { fields, leftOut } = prepared
        return { fields, ...(leftOut && { left_out: leftOut }), ...requestOf(prepared, at) }
      }
      const { reason, detail } = prepared as { reason?: string; detail?: string }
      const meaning = [reasonText(reason ?? prepared.outcome), detail].filter(Boolean).join(' ')
      return { permitted: false, reason: reason ?? prepared.outcome, meaning }
    } catch (error) {
      const meaning = error instanceof Error ? error.message : 'Linking the event failed.'
      return { permitted: false, reason: 'invalid_field', meaning }
    }
  }
}

const meanings: Readonly<Record<string, string>> = {
  permitted: 'A permit rule matches the event, and no restrict rule does.',
  permitted_by_default:
    'A permit rule matches the event. It does not state the consent that is needed; the default of its region grants it.',
  permitted_by_source:
    'A permit rule matches the event. It does not state the consent that is needed; the default of its source grants it.',
  ...Object.assign({}, ...Object.values(outcomes).map(({ reasons }) => reasons)),
}

function reasonText(reason: string): string {
  return meanings[reason] ?? 'A restrict rule of the destination sets this reason.'
}
