/** Catalogue: renders the list of event types, or one of them. */
import { useEffect } from 'preact/hooks'
import { isAnswered, reload, savedFailure } from '../creator/saved.ts'
import { FailureMessage } from '../parts/failure.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { session } from '../session.ts'
import { EventTypePage } from './event_type_page.tsx'
import { EventTypeList } from './list.tsx'

export function Catalogue({ rest }: { rest: string }) {
  const isSignedIn = session.value.kind === 'signed in'
  useEffect(() => {
    if (isSignedIn) void reload()
  }, [isSignedIn])
  return (
    <div class="catalogue">
      {savedFailure.value && (
        <FailureMessage
          failure={savedFailure.value}
          what="the saved event types"
          again={() => void reload()}
        />
      )}
      {!isAnswered.value ? (
        <>
          <h1>{rest === '' ? 'Catalogue' : rest}</h1>
          <Skeleton />
        </>
      ) : rest === '' ? (
        <EventTypeList />
      ) : (
        <EventTypePage key={rest} name={rest} />
      )}
    </div>
  )
}
