/** Creator: asks the server where the first event would go: as it is, and with other consent. The server answers with the code that delivers
 * events. */
import { computed, signal } from '@preact/signals'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { consentSignals, type ConsentSignal } from '../../schemas/link.ts'
import type { Members } from '../../functions/linkage/values.ts'
import { forgetWhenSignedOut, getSignedIn } from '../signed_in_api.ts'
import { eventStep, results } from './state.ts'

interface Explained {
  results: readonly {
    event_name?: string
    hints: readonly { description: string }[]
    destinations: readonly DeliveryPreview[]
  }[]
}

interface Answered {
  body: string
  /** One list per event of the request. */
  previews: readonly (readonly DeliveryPreview[])[]
  hints: readonly string[]
}

export const explained = signal<Answered | { body: string; problem: string } | undefined>(undefined)

forgetWhenSignedOut(explained)

const everything = Object.fromEntries(consentSignals.map((each) => [each, 'granted'] as const))

/** The event as it is, without consent, with all consent, and with all but one signal, in this order. */
function variantsOf(event: Members): readonly Members[] {
  const { consent: _, ...silent } = event
  return [
    event,
    silent,
    { ...event, consent: everything },
    ...consentSignals.map((each) => ({ ...event, consent: { ...everything, [each]: 'denied' } })),
  ]
}

/** The body of the request; empty if there is no event. */
export const explainBody = computed(() => {
  const { value: all } = results
  const event = (
    all.find(({ event: made, violations }) => made && violations.length === 0) ??
    all.find(({ event: made }) => made)
  )?.event
  return event ? JSON.stringify({ events: variantsOf(event), event: eventStep.value?.content }) : ''
})

let latest = ''

/** Sends the request. Only the latest one counts, even if an earlier one is answered later. */
export async function explainDraft(body: string): Promise<void> {
  latest = body
  const result = await getSignedIn<Explained>('/v1/console/explain', {
    post: { body, type: 'application/json' },
  })
  if (body !== latest) return
  if (result.ok)
    explained.value = {
      body,
      previews: result.body.results.map(({ destinations }) => destinations),
      hints: (result.body.results[0]?.hints ?? []).map(({ description }) => description),
    }
  else if (result.failure.kind !== 'token refused')
    explained.value = { body, problem: result.failure.message }
}

const answer = computed(() => {
  const now = explained.value
  return now && 'previews' in now && explainBody.value !== '' ? now.previews : undefined
})

interface Effect {
  /** Destinations that get the event, and those that do not. */
  sent: readonly string[]
  keptBack: readonly string[]
}

function effectOf(previews: readonly DeliveryPreview[] = []): Effect {
  return {
    sent: previews.filter(({ permitted }) => permitted).map(({ destination }) => destination),
    keptBack: previews.filter(({ permitted }) => !permitted).map(({ destination }) => destination),
  }
}

/** The effect of each answer to the question about consent; undefined until the server has answered. */
export const effects = computed(
  () =>
    answer.value && {
      asChosen: effectOf(answer.value[0]),
      unknown: effectOf(answer.value[1]),
      everybody: effectOf(answer.value[2]),
    },
)

/** Returns the destinations that get the event only with a signal; undefined until the server has answered. */
export function destinationsNeeding(signal: ConsentSignal): readonly string[] | undefined {
  const { value } = answer
  if (!value) return undefined
  const { sent } = effectOf(value[3 + consentSignals.indexOf(signal)])
  return effectOf(value[2]).sent.filter((destination) => !sent.includes(destination))
}
