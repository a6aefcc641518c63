/** Overview: keeps the selection and the data, and refreshes them. */
import { computed, effect, signal } from '@preact/signals'
import { callApi, type Failure } from '../api.ts'
import { account, session, signOut, tokenRefused } from '../session.ts'
import { sectionRows, type OverviewData } from './overview_data.ts'

/** The selectable periods, in hours. */
const ranges = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
export type Range = keyof typeof ranges

export const range = signal<Range>('24h')
/** Selected event type. Empty: all. */
export const chosenEventName = signal('')
/** Selected destination. Empty: all. */
export const destination = signal('')
/** True if the page refreshes automatically. */
export const isAutomatic = signal(false)

export const answer = signal<OverviewData | undefined>(undefined)
export const overviewFailure = signal<Failure | undefined>(undefined)
export const isOverviewLoading = signal(false)
/** When the data was received. */
export const answeredAt = signal<Date | undefined>(undefined)

/** Between automatic refreshes: each one costs a BigQuery query. */
const refreshIntervalMs = 60_000

export const eventNames = computed(() => namesOf(({ event_name: name }) => name, chosenEventName.value))
export const destinations = computed(() => namesOf((row) => row.destination, destination.value))

/** The names in the data and the selected one, which may have no events in this period. */
function namesOf(
  name: (row: { event_name: string | null; destination: string | null }) => string | null,
  chosen: string,
): readonly string[] {
  const rows = answer.value ? sectionRows(answer.value.sections.funnel) : []
  const names = new Set([...rows.map(name), chosen])
  return [...names].filter((one): one is string => one !== null && one !== '').toSorted()
}

let latest = 0

// Clears the data on sign-out, so that the next account does not see it.
effect(() => {
  if (session.value.kind === 'signed in') return
  latest++
  answer.value = undefined
  overviewFailure.value = undefined
  isOverviewLoading.value = false
})

/** Reads the data again. The current data stays until the response arrives. Only the latest request counts. */
export async function refreshOverview(): Promise<void> {
  const { value: signedIn } = session
  if (signedIn.kind !== 'signed in') return
  const request = ++latest
  isOverviewLoading.value = true
  const to = Date.now()
  const period = {
    from: new Date(to - ranges[range.peek()] * 3_600_000).toISOString(),
    to: new Date(to).toISOString(),
  }
  const result = await callApi<OverviewData>('/v1/console/overview', period, signedIn.token)
  if (request !== latest) return
  isOverviewLoading.value = false
  if (result.ok) {
    answer.value = result.body
    answeredAt.value = new Date()
    overviewFailure.value = undefined
    account.value = result.body.account ?? ''
  } else if (result.failure.kind === 'token refused') {
    signOut(tokenRefused)
  } else {
    overviewFailure.value = result.failure
    if (result.failure.kind === 'no rights') answer.value = undefined
  }
}

/** Refreshes on sign-in, when the period changes, and automatically if selected while the page is visible. Returns a function that stops
 * it. */
export function watchOverview(): () => void {
  const stopRefresh = effect(() => {
    // Reads both signals, so that the effect depends on them.
    const isSignedIn = session.value.kind === 'signed in' && range.value !== undefined
    if (isSignedIn) void refreshOverview()
  })
  const stopInterval = effect(() => {
    if (!isAutomatic.value) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refreshOverview()
    }, refreshIntervalMs)
    return () => clearInterval(timer)
  })
  return () => {
    stopRefresh()
    stopInterval()
  }
}
