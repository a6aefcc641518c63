/** Destinations: shows what an example of an event type would become, made by the code that sends, and the command that sends it. */
import { useEffect, useState } from 'preact/hooks'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import { inShell } from '../creator/snippets.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { DeliveryPreviewLine } from '../parts/delivery_preview.tsx'
import { Select } from '../parts/inputs.tsx'
import { Panel } from '../parts/panel.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { eventLink } from '../router.ts'
import { postSignedIn } from '../signed_in_api.ts'

interface Explained {
  results: readonly { destinations: readonly DeliveryPreview[] }[]
}

/** What the server says of one example. */
interface Outlook {
  type: string
  previews?: readonly DeliveryPreview[]
  problem?: string
}

export function TestEvent({ destination: { id } }: { destination: ShownDestination }) {
  const [type, setType] = useState('purchase')
  const [eventId] = useState(() => `test-${crypto.randomUUID()}`)
  const [outlook, setOutlook] = useState<Outlook>()
  useEffect(() => {
    let isLatest = true
    const explain = async (): Promise<void> => {
      const events = [exampleOf(type, eventId)]
      const result = await postSignedIn<Explained>('/v1/console/explain', { events })
      if (!isLatest) return
      if (result.ok) setOutlook({ type, previews: result.body.results[0]?.destinations ?? [] })
      else
        setOutlook({ type, problem: 'message' in result.failure ? result.failure.message : 'Sign in again.' })
    }
    void explain()
    return () => {
      isLatest = false
    }
  }, [type])
  const shown = outlook?.type === type ? outlook : undefined
  const preview = shown?.previews?.find(({ destination }) => destination === id)
  const reached = (shown?.previews ?? []).filter(({ permitted }) => permitted)
  return (
    <Panel
      title="Test event"
      hint="The example of an event type, as the code that sends would send it now. Nothing is sent."
    >
      <div class="options">
        <Select
          label="Example of"
          value={type}
          options={[...eventTypes.keys()].toSorted().map((name) => [name, name] as const)}
          onChange={setType}
        />
      </div>
      {!shown && <Skeleton rows={1} />}
      {shown?.problem !== undefined && <p class="fault">{shown.problem}</p>}
      {preview && <DeliveryPreviewLine preview={preview} />}
      {shown?.previews && (
        <>
          <p>
            {reached.length === 0
              ? 'To store this event for real, run the command. No destination would get it.'
              : `To send it for real, run the command. It reaches ${reached.map(({ destination }) => destination).join(', ')}.`}
          </p>
          <CodeBlock
            label="the command that sends the test event"
            text={`npx sluice send ${type} ${inShell(JSON.stringify(exampleOf(type, eventId)))}`}
          />
          <p>
            Then <a href={eventLink({ event_id: eventId, event_name: type })}>see what became of it</a>.
          </p>
        </>
      )}
    </Panel>
  )
}

/** The first example of a standard event type. Without its time, so that no destination finds it too old. */
function exampleOf(type: string, eventId: string): object {
  const { event_time: _, ...example } = (eventTypes.get(type)?.examples[0] ?? {}) as Record<string, unknown>
  return { ...example, event_name: type, event_id: eventId }
}
