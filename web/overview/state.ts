/** Overview: reads the selection from the address, keeps the data, and refreshes it. */
import { computed, effect, signal } from '@preact/signals'
import { callApi, type Failure } from '../api.ts'
import { pageAddress, filter } from '../router.ts'
import { account, session, signOut, tokenRefused } from '../session.ts'
import { sectionRows, type OverviewData } from './overview_data.ts'

/** The selectable periods, in hours. */
const ranges = { '1h': 1, '24h': 24, '7d': 7 * 24, '30d': 30 * 24 } as const
export type Range = keyof typeof ranges

const defaultRange: Range = '24h'

const query = computed(() => pageAddress.value.query)

/** The filters are in the query of the address: `range`, `type`, `to` and `refresh`. */
export const range = computed(() => readRange(query.value.get('range')))
/** Selected event type. Empty: all. */
export const chosenEventName = computed(() => query.value.get('type') ?? '')
/** Selected destination. Empty: all. */
export const destination = computed(() => query.value.get('to') ?? '')
/** True if the page refreshes automatically. */
export const isAutomatic = computed(() => query.value.get('refresh') === 'minute')

function readRange(text: string | null): Range {
  return text !== null && Object.hasOwn(ranges, text) ? (text as Range) : defaultRange
}

export function chooseRange(chosen: Range): void {
  filter({ range: chosen === defaultRange ? undefined : chosen })
}

/** The next shorter period; undefined for the shortest. */
export function shorterRange(): Range | undefined {
  const names = Object.keys(ranges) as Range[]
  return names[names.indexOf(range.value) - 1]
}

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

/** The period of the data. */
let answeredRange: Range | undefined
let latest = 0

/** Ignores the response of the request in flight. */
function discardRequest(): void {
  latest++
  isOverviewLoading.value = false
}

// Clears the data on sign-out, so that the next account does not see it.
effect(() => {
  if (session.value.kind === 'signed in') return
  discardRequest()
  answer.value = undefined
  overviewFailure.value = undefined
})

/** Reads the data again. The current data stays until the response arrives. Only the latest request counts. */
export async function refreshOverview(): Promise<void> {
  const { value: signedIn } = session
  if (signedIn.kind !== 'signed in') return
  const request = ++latest
  isOverviewLoading.value = true
  const asked = range.peek()
  const to = Date.now()
  const period = {
    from: new Date(to - ranges[asked] * 3_600_000).toISOString(),
    to: new Date(to).toISOString(),
  }
  const result = await callApi<OverviewData>('/v1/console/overview', period, signedIn.token)
  if (request !== latest) return
  isOverviewLoading.value = false
  if (result.ok) {
    answer.value = result.body
    answeredRange = asked
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

/** True if the page shows data of this period that an automatic refresh would still keep. */
function isFresh(): boolean {
  const at = answer.peek() && answeredAt.peek()
  return at !== undefined && answeredRange === range.peek() && Date.now() - at.getTime() < refreshIntervalMs
}

/** Refreshes on sign-in, when the period changes, and automatically if selected while the page is visible. Back to the page within a
 * minute shows what it showed. Returns a function that stops it. */
export function watchOverview(): () => void {
  // The address changes before the next page is rendered.
  const { path } = pageAddress.peek()
  const isShown = computed(() => pageAddress.value.path === path)
  const stopRefresh = effect(() => {
    // Reads all signals, so that the effect depends on them.
    const isSignedIn = session.value.kind === 'signed in' && range.value !== undefined
    if (!isShown.value || !isSignedIn) return
    if (isFresh()) discardRequest()
    else void refreshOverview()
  })
  const stopInterval = effect(() => {
    if (!isShown.value || !isAutomatic.value) return undefined
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
