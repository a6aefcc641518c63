/** Destinations: shows what the events become at a destination: the name of the type, and where each field comes from. */
import { useEffect, useState } from 'preact/hooks'
import type { DestinationLinks, ShownDestination } from '../../schemas/shown_destination.ts'
import type { Failure } from '../api.ts'
import { FailureMessage } from '../parts/failure.tsx'
import { Select } from '../parts/inputs.tsx'
import type { DayPeriod } from '../parts/last_day.ts'
import { Panel } from '../parts/panel.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { pageAddress, filter } from '../router.ts'
import { readLinks } from './configured.ts'
import { FilledFields } from './filled.tsx'

interface LinksProps {
  destination: ShownDestination
  period: DayPeriod
}

export function Links({ destination: { id, title }, period }: LinksProps) {
  const [links, setLinks] = useState<DestinationLinks>()
  const [failure, setFailure] = useState<Failure>()
  const read = async (): Promise<void> => {
    const result = await readLinks(id)
    if (result.ok) setLinks(result.body)
    setFailure(result.ok ? undefined : result.failure)
  }
  useEffect(() => void read(), [id])
  return (
    <Panel title="Links" hint={`What an event becomes at ${title}.`}>
      {failure ? (
        <FailureMessage failure={failure} what="the links" again={() => void read()} />
      ) : links ? (
        <Shown {...{ id, links, period }} />
      ) : (
        <Skeleton />
      )}
    </Panel>
  )
}

interface ShownProps {
  id: string
  links: DestinationLinks
  period: DayPeriod
}

function Shown({ id, links: { links, names }, period }: ShownProps) {
  const types = Object.keys(names).toSorted()
  const asked = pageAddress.value.query.get('type') ?? ''
  const type = types.includes(asked) ? asked : types.includes('purchase') ? 'purchase' : (types[0] ?? '')
  const shown = links.find(({ eventName }) => eventName === type) ?? links[0]
  const name = names[type]
  return (
    <>
      <div class="options">
        <Select
          label="Event type"
          value={type}
          options={types.map((each) => [each, names[each] === null ? `${each} (not sent)` : each] as const)}
          onChange={(value) => filter({ type: value })}
        />
      </div>
      {name === null || name === undefined ? (
        <p>
          The target has no event for {type}: it is skipped with the reason <code>event_not_mapped</code>.
        </p>
      ) : (
        <>
          <p>
            {type} is sent as <strong>{name}</strong>.
          </p>
          {shown?.fields ? (
            <FilledFields key={type} {...{ id, type, period }} fields={shown.fields} />
          ) : (
            <p>The event is sent unchanged, as JSON.</p>
          )}
        </>
      )}
    </>
  )
}
