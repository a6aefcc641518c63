/** Console: shows the delivery preview of an event at one destination: the verdict, and the request without its secrets. */
import { useState } from 'preact/hooks'
import {
  previewedRequests,
  requestText,
  type DeliveryPreview,
  type PreviewedRequest,
} from '../../schemas/delivery_preview.ts'
import { fromSnakeCase } from './format.ts'
import { isPersonalHidden } from './personal.tsx'

interface DeliveryPreviewLineProps {
  preview: DeliveryPreview
  /** Subject of the button's accessible name, if a page has several previews. Default: the destination. */
  of?: string
  /** True to show the request at first. Default: false. */
  isOpen?: boolean
}

export function DeliveryPreviewLine({
  preview,
  of = preview.destination,
  isOpen: isOpenAtFirst = false,
}: DeliveryPreviewLineProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { destination, target, permitted, rule, reason, meaning, fields, left_out, request } = preview
  const requests = previewedRequests(preview)
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
        <>
          <pre class="code" tabIndex={0} role="region" aria-label={`Request of ${of}`}>
            {isPersonalHidden.value
              ? 'Personal values are hidden.'
              : requests.length > 0
                ? requests.map(requestText).join('\n\n')
                : JSON.stringify(fields, null, 2)}
          </pre>
          {request && <Secrets request={request} />}
        </>
      )}
    </>
  )
}

function Secrets({ request }: { request: PreviewedRequest }) {
  const { optional_secrets: optional = [] } = request
  const hasPlaceholder = requestText(request).includes('‹')
  if (!hasPlaceholder && optional.length === 0) return null
  return (
    <p class="muted">
      {hasPlaceholder && 'Where ‹…› stands, a secret is sent, which the console cannot read. '}
      {optional.length > 0 &&
        `Whether ${optional.join(' and ')} ${optional.length === 1 ? 'is' : 'are'} set is not known here: a set one is sent, too.`}
    </p>
  )
}
