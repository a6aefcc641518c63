/** Console: the address of the page. Filters are in its query, so that a link shows what its sender saw. What identifies a person stands only
 * after `#`, which browsers send to no server. */
import { signal } from '@preact/signals'

/** An address below `/console/`. */
interface Address {
  /** Path below `/console/`, without a slash at its ends: `events/abc`. */
  path: string
  query: URLSearchParams
  /** The part after `#`. */
  fragment: string
}

export const pageAddress = signal<Address>(readAddress())

function readAddress(): Address {
  return {
    path: location.pathname.replace(/^\/console\//, '').replace(/\/$/, ''),
    query: new URLSearchParams(location.search),
    fragment: location.hash.slice(1),
  }
}

function update(): void {
  pageAddress.value = readAddress()
}

/** Opens another page. Back returns. */
export function goTo(href: string): void {
  history.pushState(null, '', href)
  update()
  scrollTo(0, 0)
}

/** Changes filters of the page: undefined or an empty text removes one. Back leaves the page, whatever was filtered. */
export function filter(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  replace(hrefOf(location.pathname, query) + location.hash)
}

/** Changes the part after `#`. */
export function setFragment(fragment: string): void {
  replace(`${location.pathname}${location.search}${fragment && `#${fragment}`}`)
}

function replace(href: string): void {
  history.replaceState(history.state, '', href)
  update()
}

/** `/console/events` with filters: missing and empty ones are left out. */
export function link(path: string, filters: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value)
  return hrefOf(`/console/${path}`, query)
}

function hrefOf(path: string, query: URLSearchParams): string {
  const search = query.toString()
  return search === '' ? path : `${path}?${search}`
}

/** Link to the page of an event. Its time and type let BigQuery read one partition and one cluster. */
export function eventLink(event: { event_id: string; received_at?: string; event_name?: string }): string {
  return link(`events/${encodeURIComponent(event.event_id)}`, {
    at: event.received_at,
    type: event.event_name,
  })
}

/** Opens links to pages of the console without a reload, because the token is only in memory. */
export function followLinks(): void {
  addEventListener('popstate', update)
  document.addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const anchor = event.target instanceof Element ? event.target.closest('a') : null
    // By the attribute, which links in a drawing have, too.
    const href = anchor?.getAttribute('href')
    if (!isPlain || event.defaultPrevented || !anchor || typeof href !== 'string') return
    if (anchor.hasAttribute('target') || anchor.hasAttribute('download')) return
    const url = new URL(href, location.href)
    if (url.origin !== location.origin || !url.pathname.startsWith('/console/')) return
    event.preventDefault()
    if (url.href !== location.href) goTo(url.pathname + url.search + url.hash)
  })
}
