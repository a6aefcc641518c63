/** Events: says how often a live view looks, what it costs, and why it has ended. */
import { bytes, withCount } from '../parts/format.ts'
import { way } from '../session.ts'
import type { Live } from './live.ts'
import { leastInterval, liveLimits } from '../../schemas/live_budget.ts'

const reasonsOfEnd = {
  time: 'Live has ended after ten minutes.',
  bytes: `Live has ended: a further look could be billed more than ${bytes(liveLimits.bytes)} in all.`,
  'too much': 'Live has ended: one look would read more than 1 GB. Choose an event type.',
  failed: 'Live has ended because the events could not be read.',
} as const

const isFree = way.signIn === 'local'

interface LiveNoteProps {
  live: Live
  /** True if only one event type is shown. */
  hasType: boolean
  goOn: () => void
}

export function LiveNote({ live: { rows, billed, everyMs, ended }, hasType, goOn }: LiveNoteProps) {
  const isSlow = everyMs > leastInterval(isFree)
  return (
    <div class="notice" role="status">
      <p>
        {ended
          ? reasonsOfEnd[ended]
          : `Live: looks for new events every ${Math.round(everyMs / 1000)} s while this page is visible.`}{' '}
        {withCount(rows.length, 'new event')}. {bytes(billed)} {isFree ? 'read' : 'billed'} so far, at most{' '}
        {bytes(liveLimits.bytesPerMs * 60_000)} a minute; it ends after {bytes(liveLimits.bytes)} or ten
        minutes.{isSlow && !ended && !hasType && ' With one event type it reads less.'}
      </p>
      {ended && (
        <button type="button" onClick={goOn}>
          Go on
        </button>
      )}
    </div>
  )
}
