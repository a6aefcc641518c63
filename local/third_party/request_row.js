/** Third-party page: shows one request as an expandable row. Every value is written as text, never as markup. */

/** Returns an element with attributes and children. Strings become text nodes. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** Returns a row. Its `request` may be replaced; its `text` is what the filter searches. */
export function newRow(request) {
  const status = element('span')
  const summary = element(
    'summary',
    {},
    element('time', { datetime: request.time, title: request.time }, clock(request.time)),
    element('span', { class: 'method' }, request.method),
    element(
      'span',
      { class: 'url', title: request.url },
      ...(request.vendor ? [element('b', {}, request.vendor), ' '] : []),
      request.url,
    ),
    element('span', { class: 'size' }, counted(request)),
    element('span', { class: 'behavior' }, request.behavior ?? 'custom'),
    status,
  )
  const details = element('details', {}, summary)
  const row = { item: element('li', {}, details), status, request, text: '' }
  // Most rows are never opened, so the details are created on demand.
  details.addEventListener(
    'toggle',
    () => details.children.length === 1 && details.append(detailOf(row.request)),
    {
      once: true,
    },
  )
  return row
}

/** Returns the number of events if the vendor is known, else the size in bytes. */
function counted({ events, bytes }) {
  if (events === undefined) return sizeOf(bytes)
  return events === 1 ? '1 event' : `${events} events`
}

function detailOf({ number, time, url, headers, body, base64, truncated, bytes }) {
  const kind = base64 ? 'Body, base64' : 'Body'
  const cut = truncated ? `, first megabyte of ${sizeOf(bytes)}` : ''
  const names = Object.keys(headers).flatMap((name) => [headers[name]].flat().map((value) => [name, value]))
  return element(
    'div',
    { class: 'detail' },
    element('p', { class: 'muted' }, `Request ${number}, received ${time}, ${sizeOf(bytes)}`),
    element('div', {}, element('h3', {}, 'Path and query'), pre('Path and query', url)),
    element('div', {}, element('h3', {}, kind + cut), pre('Body', body ? pretty(body, base64) : '(empty)')),
    element(
      'div',
      {},
      element('h3', {}, 'Headers'),
      element(
        'dl',
        {},
        ...names.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
      ),
    ),
  )
}

/** Returns a block that can be focused and scrolled with the keyboard. */
function pre(label, text) {
  return element('pre', { tabindex: '0', role: 'region', 'aria-label': label }, text)
}

function pretty(body, base64) {
  if (base64) return body
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

export function statusOf({ status }) {
  if (status === null) return { kind: 'none', text: 'no answer' }
  return {
    kind: status < 300 ? 'good' : status === 429 || status < 400 ? 'warn' : 'bad',
    text: String(status),
  }
}

export function statusBadge(request) {
  const { kind, text } = statusOf(request)
  return element(
    'span',
    { class: 'status', 'data-kind': kind },
    element('span', { class: 'hidden' }, 'answered '),
    text,
  )
}

export function clock(time) {
  const date = new Date(time)
  const two = (value) => String(value).padStart(2, '0')
  const ms = String(date.getMilliseconds()).padStart(3, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`
}

function sizeOf(bytes) {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
