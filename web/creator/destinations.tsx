/** Creator: shows delivery previews of the first event. The server computes them with the code that delivers events. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { getSignedIn, forgetWhenSignedOut } from '../signed_in_api.ts'
import { DeliveryPreviewLine } from '../parts/delivery_preview.tsx'
import { session } from '../session.ts'
import { eventStep, results } from './state.ts'

interface Explained {
  results: readonly {
    event_name?: string
    hints: readonly { description: string }[]
    destinations: readonly DeliveryPreview[]
  }[]
}

const answer = signal<
  | { body: string; previews: readonly DeliveryPreview[]; hints: readonly string[] }
  | { body: string; problem: string }
  | undefined
>(undefined)

forgetWhenSignedOut(answer)

/** The request body; empty if there is no event. */
function requestBody(): string {
  const event = results.value.find((result) => result.event)?.event
  return event ? JSON.stringify({ events: [event], event: eventStep.value?.content }) : ''
}

let latest = ''

/** Reads the previews. Only the latest request counts, even if an earlier one is answered later. */
async function explain(body: string): Promise<void> {
  latest = body
  const result = await getSignedIn<Explained>('/v1/console/explain', {
    post: { body, type: 'application/json' },
  })
  if (body !== latest) return
  if (result.ok) {
    const { destinations: previews = [], hints = [] } = result.body.results[0] ?? {}
    answer.value = { body, previews, hints: hints.map(({ description }) => description) }
  } else if (result.failure.kind !== 'token refused') answer.value = { body, problem: result.failure.message }
}

/** Time without a change after which the request is sent. */
const debounceMs = 500

export function Destinations() {
  const body = requestBody()
  const isSignedIn = session.value.kind === 'signed in'
  useEffect(() => {
    if (body === '' || !isSignedIn) return undefined
    const timer = setTimeout(() => void explain(body), debounceMs)
    return () => clearTimeout(timer)
  }, [body, isSignedIn])
  const now = answer.value
  if (body === '' || !now) return null
  return (
    <section class="previews" aria-label="Destinations">
      <h3>Destinations of the first event</h3>
      {'problem' in now ? (
        <p class="fault">{now.problem}</p>
      ) : now.previews.length === 0 ? (
        <p class="muted">Only BigQuery. No destination is configured.</p>
      ) : (
        <>
          {now.hints.map((hint) => (
            <p key={hint} class="muted">
              {hint}
            </p>
          ))}
          <ul aria-busy={now.body !== body}>
            {now.previews.map((preview) => (
              <li key={preview.destination}>
                <DeliveryPreviewLine preview={preview} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
