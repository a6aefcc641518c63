/** Overview: what is asked for, what was answered, and the asking. */
import { computed, effect, signal } from '@preact/signals'
import { callApi, type Failure } from '../api.ts'
import { account, session, signOut } from '../session.ts'
import { sectionRows, type OverviewData } from './overview_data.ts'

/** The periods to choose from, in hours. */
export const ranges = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
export type Range = keyof typeof ranges

export const range = signal<Range>('24h')
/** Only events of this type; all when empty. */
export const chosenEventName = signal('')
/** Only this destination; all when empty. */
export const destination = signal('')
/** Whether the page asks again by itself. */
export const isAutomatic = signal(false)

export const answer = signal<OverviewData | undefined>(undefined)
export const overviewFailure = signal<Failure | undefined>(undefined)
export const isOverviewLoading = signal(false)
/** When the answer came. */
export const answeredAt = signal<Date | undefined>(undefined)

/** Every question costs what BigQuery reads for it. In ms. */
const pause = 60_000

export const eventNames = computed(() => namesOf(({ event_name: name }) => name, chosenEventName.value))
export const destinations = computed(() => namesOf((row) => row.destination, destination.value))

/** The names in the answer. What is chosen stays among them, though it may have no events in this period. */
function namesOf(
  name: (row: { event_name: string | null; destination: string | null }) => string | null,
  chosen: string,
): readonly string[] {
  const rows = answer.value ? sectionRows(answer.value.sections.funnel) : []
  const names = new Set([...rows.map(name), chosen])
  return [...names].filter((one): one is string => one !== null && one !== '').toSorted()
}

let latest = 0

// What one account may see is not left for the next.
effect(() => {
  if (session.value.kind === 'signed in') return
  latest++
  answer.value = undefined
  overviewFailure.value = undefined
  isOverviewLoading.value = false
})

/** Asks again. What is shown stays until the answer is there; only the latest question counts. */
export async function refreshOverview(): Promise<void> {
  const { value: signedIn } = session
  if (signedIn.kind !== 'signed in') return
  const question = ++latest
  isOverviewLoading.value = true
  const to = Date.now()
  const period = {
    from: new Date(to - ranges[range.peek()] * 3_600_000).toISOString(),
    to: new Date(to).toISOString(),
  }
  const asked = await callApi<OverviewData>('/v1/console/overview', period, signedIn.token)
  if (question !== latest) return
  isOverviewLoading.value = false
  if (asked.ok) {
    answer.value = asked.body
    answeredAt.value = new Date()
    overviewFailure.value = undefined
    account.value = asked.body.account ?? ''
  } else if (asked.failure.kind === 'token refused') {
    signOut('Google does not accept this token. One lasts an hour: sign in with a new one.')
  } else {
    overviewFailure.value = asked.failure
    if (asked.failure.kind === 'no rights') answer.value = undefined
  }
}

/** Asks whenever somebody signs in or chooses another period, and by itself where that is wanted and somebody looks. */
export function watchOverview(): () => void {
  const asking = effect(() => {
    // Read for the effect to depend on them.
    const isSignedIn = session.value.kind === 'signed in' && range.value !== undefined
    if (isSignedIn) void refreshOverview()
  })
  const repeating = effect(() => {
    if (!isAutomatic.value) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refreshOverview()
    }, pause)
    return () => clearInterval(timer)
  })
  return () => {
    asking()
    repeating()
  }
}
