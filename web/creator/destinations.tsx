/** Creator: which destinations would receive the events, by the code that decides and prepares in production. */
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { words } from '../parts/format.ts'
import { askSigned, forgetWhenSignedOut } from './saved.ts'
import { eventStep, results } from './state.ts'

interface Fate {
  destination: string
  target: string
  permitted: boolean
  rule: string | null
  reason: string
  meaning: string
  fields?: object
  request?: { method: string; url: string; body: string }
}

interface Explained {
  results: readonly { event_name?: string; destinations: readonly Fate[] }[]
}

const answer = signal<
  { asked: string; fates: readonly Fate[] } | { asked: string; problem: string } | undefined
>(undefined)

forgetWhenSignedOut(answer)

const question = (): string => {
  const event = results.value.find((result) => result.event)?.event
  return event ? JSON.stringify({ events: [event], event: eventStep.value?.content }) : ''
}

const explain = async (asked: string): Promise<void> => {
  const got = await askSigned<Explained>('/v1/console/explain', {
    post: { body: asked, type: 'application/json' },
  })
  if (got.ok) answer.value = { asked, fates: got.body.results[0]?.destinations ?? [] }
  else if (got.failure.kind !== 'token refused') answer.value = { asked, problem: got.failure.message }
}

/** How long nothing may change before the server is asked, in ms. */
const pause = 500

export const Destinations = () => {
  const asked = question()
  useEffect(() => {
    if (asked === '') return undefined
    const timer = setTimeout(() => void explain(asked), pause)
    return () => clearTimeout(timer)
  }, [asked])
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
            <FateRow key={fate.destination} fate={fate} />
          ))}
        </ul>
      )}
    </section>
  )
}

const FateRow = ({ fate }: { fate: Fate }) => {
  const [isOpen, setOpen] = useState(false)
  const { destination, target, permitted, rule, reason, meaning, fields, request } = fate
  return (
    <li>
      <div class="fate">
        <span class={`badge ${permitted ? 'sent' : 'kept'}`}>{permitted ? 'Sent' : 'Kept back'}</span>
        <strong>{destination}</strong>
        <span class="muted">
          {target}.{' '}
          {permitted ? (rule ? `Rule ${rule} permits it.` : meaning) : `${meaning} (${words(reason)})`}
        </span>
        {fields && (
          <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {request ? 'Request' : 'Linked fields'}
            <span class="hidden"> of {destination}</span>
          </button>
        )}
      </div>
      {isOpen && fields && (
        <pre class="code" tabIndex={0}>
          {request
            ? `${request.method} ${request.url}\n\n${pretty(request.body)}`
            : JSON.stringify(fields, null, 2)}
        </pre>
      )}
    </li>
  )
}

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
