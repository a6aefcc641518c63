/** Creator, step 4: shows where the first event would go. */
import { useEffect } from 'preact/hooks'
import { DeliveryPreviewLine } from '../parts/delivery_preview.tsx'
import { session } from '../session.ts'
import { explainDraft, explainBody, explained } from './effects.ts'

/** Time without a change after which the request is sent. */
const debounceMs = 500

/** Asks where the first event would go, whenever it changes. */
export function useExplained(): void {
  const body = explainBody.value
  const isSignedIn = session.value.kind === 'signed in'
  useEffect(() => {
    if (body === '' || !isSignedIn) return undefined
    const timer = setTimeout(() => void explainDraft(body), debounceMs)
    return () => clearTimeout(timer)
  }, [body, isSignedIn])
}

export function Destinations() {
  const now = explained.value
  if (explainBody.value === '' || !now) return null
  return (
    <section class="previews" aria-label="Destinations">
      <h3>Where the first event would go</h3>
      {'problem' in now ? (
        <p class="fault">{now.problem}</p>
      ) : (now.previews[0] ?? []).length === 0 ? (
        <p class="muted">Only BigQuery. No destination is configured.</p>
      ) : (
        <>
          {now.hints.map((hint) => (
            <p key={hint} class="muted">
              {hint}
            </p>
          ))}
          <ul aria-busy={now.body !== explainBody.value}>
            {now.previews[0]!.map((preview) => (
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
