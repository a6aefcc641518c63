/** Destinations: renders the list, one destination, or the form for a further one. */
import { useEffect } from 'preact/hooks'
import { FailureMessage } from '../parts/failure.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { pageAddress } from '../router.ts'
import { session } from '../session.ts'
import { configured, configuredFailure, readConfigured } from './configured.ts'
import { DestinationPage } from './destination_page.tsx'
import { DestinationList } from './list.tsx'
import { NewDestination } from './new_destination.tsx'

export function DestinationsPage({ rest }: { rest: string }) {
  // Another token may read more: whether a destination is paused.
  const token = session.value.kind === 'signed in' ? session.value.token : undefined
  useEffect(() => {
    if (token !== undefined) void readConfigured()
  }, [token])
  return (
    <div class="destinations-page">
      {configuredFailure.value ? (
        <FailureMessage
          failure={configuredFailure.value}
          what="the destinations"
          again={() => void readConfigured()}
        />
      ) : configured.value ? (
        <Content rest={rest} />
      ) : (
        <>
          <h1>{rest === '' ? 'Destinations' : rest}</h1>
          <Skeleton />
        </>
      )}
    </div>
  )
}

function Content({ rest }: { rest: string }) {
  const { destinations, targets } = configured.value!
  const added = pageAddress.value.query.get('add')
  if (rest === '' && added !== null)
    return <NewDestination targets={targets} chosen={added} taken={destinations.map((each) => each.id)} />
  if (rest === '') return <DestinationList destinations={destinations} />
  const destination = destinations.find((each) => each.id === rest)
  if (destination) return <DestinationPage key={rest} destination={destination} />
  return (
    <>
      <p>
        <a href="/console/destinations">Destinations</a>
      </p>
      <h1>No destination has the id {rest}</h1>
      <p>
        It is not in the settings of this environment. Events that it got before are still in the warehouse.
      </p>
    </>
  )
}
