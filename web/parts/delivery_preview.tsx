/** Console: shows the delivery preview of an event at one destination. */
import { useState } from 'preact/hooks'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { fromSnakeCase } from './format.ts'
import { isPersonalHidden } from './personal.tsx'

interface DeliveryPreviewLineProps {
  preview: DeliveryPreview
  /** Subject of the button's accessible name, if a page has several previews. Default: the destination. */
  of?: string
}

export function DeliveryPreviewLine({ preview, of = preview.destination }: DeliveryPreviewLineProps) {
  const [isOpen, setOpen] = useState(false)
  const { destination, target, permitted, rule, reason, meaning, fields, left_out, request } = preview
  return (
    <>
      <div class="preview">
        <span class={`badge ${permitted ? 'sent' : 'not-sent'}`}>{permitted ? 'Sent' : 'Not sent'}</span>
        <strong>{destination}</strong>
        <span class="muted">
          {target}.{' '}
          {permitted
            ? rule
              ? `Permitted by rule ${rule}.`
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
      {left_out && <p class="muted">Sent without: {left_out.join('; ')}.</p>}
      {isOpen && fields && (
        <pre class="code" tabIndex={0}>
          {isPersonalHidden.value
            ? 'Personal values are hidden.'
            : request
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
