/** Console: what would become of an event at one destination, by the code that decides and prepares in production. */
import { useState } from 'preact/hooks'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { fromSnakeCase } from './format.ts'

/** `of` says of what, where several stand on one page. */
export function DeliveryPreviewLine({ fate, of = fate.destination }: { fate: DeliveryPreview; of?: string }) {
  const [isOpen, setOpen] = useState(false)
  const { destination, target, permitted, rule, reason, meaning, fields, request } = fate
  return (
    <>
      <div class="fate">
        <span class={`badge ${permitted ? 'sent' : 'kept'}`}>{permitted ? 'Sent' : 'Kept back'}</span>
        <strong>{destination}</strong>
        <span class="muted">
          {target}.{' '}
          {permitted
            ? rule
              ? `Rule ${rule} permits it.`
              : meaning
            : `${meaning} (${fromSnakeCase(reason)})`}
        </span>
        {fields && (
          <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {request ? 'Request' : 'Linked fields'}
            <span class="hidden"> of {of}</span>
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
    </>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
