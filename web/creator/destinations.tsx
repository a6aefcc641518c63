/** Creator: which destinations would receive the events, by the code that decides and prepares in production. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { getSignedIn, forgetWhenSignedOut } from '../signed_in_api.ts'
import { DeliveryPreviewLine } from '../parts/delivery_preview.tsx'
import { session } from '../session.ts'
import { eventStep, results } from './state.ts'

interface Explained {
  results: readonly { event_name?: string; destinations: readonly DeliveryPreview[] }[]
}

const answer = signal<
  { asked: string; fates: readonly DeliveryPreview[] } | { asked: string; problem: string } | undefined
>(undefined)

forgetWhenSignedOut(answer)

function question(): string {
  const event = results.value.find((result) => result.event)?.event
  return event ? JSON.stringify({ events: [event], event: eventStep.value?.content }) : ''
}

let latest = ''

/** Only the latest question counts, whichever is answered last. */
async function explain(asked: string): Promise<void> {
  latest = asked
  const got = await getSignedIn<Explained>('/v1/console/explain', {
    post: { body: asked, type: 'application/json' },
  })
  if (asked !== latest) return
  if (got.ok) answer.value = { asked, fates: got.body.results[0]?.destinations ?? [] }
  else if (got.failure.kind !== 'token refused') answer.value = { asked, problem: got.failure.message }
}

/** How long nothing may change before the server is asked, in ms. */
const pause = 500

export function Destinations() {
  const asked = question()
  const isSignedIn = session.value.kind === 'signed in'
  useEffect(() => {
    if (asked === '' || !isSignedIn) return undefined
    const timer = setTimeout(() => void explain(asked), pause)
    return () => clearTimeout(timer)
  }, [asked, isSignedIn])
  const now = answer.value
  if (asked === '' || !now) return null
  return (
    <section class="fates" aria-label="Destinations">
      <h3>Where the first event would go</h3>
      {'problem' in now ? (
        <p class="fault">{now.problem}</p>
      ) : now.fates.length === 0 ? (
        <p class="muted">Into BigQuery. No destination is configured.</p>
      ) : (
        <ul aria-busy={now.asked !== asked}>
          {now.fates.map((fate) => (
            <li key={fate.destination}>
              <DeliveryPreviewLine fate={fate} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
