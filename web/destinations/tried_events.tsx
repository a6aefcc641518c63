/** Destinations: the stored events that something is tried on: their periods, the request for them, and what is shown while it has no result. */
import { FailureMessage } from '../parts/failure.tsx'
import { lastHours } from '../parts/last_day.ts'
import type { Posted } from '../parts/posted.ts'
import { TooMuch } from '../parts/question.tsx'
import { Skeleton } from '../parts/skeleton.tsx'

/** Values are hours. */
export const triedPeriods = [
  ['1', 'Last hour'],
  ['24', 'Last 24 hours'],
  ['168', 'Last 7 days'],
] as const

/** Returns what a request says of the events. */
export function triedEvents(destination: string, hours: string, maxBytes: number | undefined): object {
  return {
    destination,
    ...lastHours(Date.now(), Number(hours)),
    ...(maxBytes !== undefined && { maxBytes }),
  }
}

interface TriedStateProps {
  posted: Pick<Posted<unknown>, 'failure' | 'isLoading'>
  send: (maxBytes?: number) => void
}

export function TriedState({ posted: { failure, isLoading }, send }: TriedStateProps) {
  if (isLoading) return <Skeleton rows={2} />
  if (failure?.kind === 'too much') return <TooMuch message={failure.message} again={send} />
  if (failure?.kind === 'failed' && failure.message.startsWith('Invalid value'))
    return (
      <p class="fault" role="alert">
        {failure.message}
      </p>
    )
  return failure ? <FailureMessage failure={failure} what="these events" again={() => send()} /> : null
}
