/** Third-party page: shows a row per recipient. A row keeps its place when its numbers change, so that its select keeps the focus. */
import { answerFor, behaviorOf, behaviors, behaviorSelect, setBehavior } from './answers.js'
import { clock, element, statusBadge } from './request_row.js'

const rows = new Map()
let activeAnswers = []

/** Shows these recipients. `filter` is called with the path of a clicked one. */
export function showParties(parties, filter) {
  for (const [path, { row }] of rows) {
    if (parties.some((party) => party.path === path)) continue
    rows.delete(path)
    row.remove()
  }
  for (const party of parties) {
    const cells = rows.get(party.path) ?? newRow(party, filter)
    showNumber(cells.requests, party.requests, 'request')
    showNumber(cells.events, party.vendor && party.events, 'event')
    cells.last.replaceChildren(
      statusBadge(party.last),
      element('time', { datetime: party.last.time }, clock(party.last.time)),
    )
  }
}

/** Shows a number. On a narrow page, which has no column headers, the unit follows it. */
function showNumber(cell, number, unit) {
  cell.textContent = number?.toLocaleString('en') ?? '–'
  cell.dataset.unit = number === 1 ? unit : `${unit}s`
}

/** Shows the behavior of each recipient. */
export function showBehaviors(answers) {
  activeAnswers = answers
  for (const [path, { select }] of rows) showBehavior(path, select)
}

function newRow({ path, vendor }, filter) {
  const name = vendor ?? path
  const choose = element(
    'button',
    { type: 'button', class: 'party', title: `Show the requests of ${name}` },
    ...(vendor ? [vendor, element('code', {}, path.slice(1))] : [element('code', { class: 'path' }, path)]),
  )
  choose.addEventListener('click', () => filter(path))
  const select = behaviorSelect(
    { 'aria-label': `${name} answers with` },
    element('option', { value: '', disabled: '' }, 'Custom answer'),
  )
  select.addEventListener('change', () => setBehavior(select.value, path, activeAnswers))
  const requests = element('td', { class: 'number' })
  const events = element('td', { class: 'number' })
  const last = element('td')
  const row = element(
    'tr',
    {},
    element('th', { scope: 'row' }, choose),
    requests,
    events,
    last,
    element('td', {}, select),
  )
  const cells = { row, requests, events, last, select }
  rows.set(path, cells)
  showBehavior(path, select)
  // Sorted by name, so that a row does not move when requests arrive.
  const next = [...rows.values()].filter((other) => other !== cells && other.sort > name.toLowerCase())
  cells.sort = name.toLowerCase()
  next.sort((a, b) => (a.sort < b.sort ? -1 : 1))
  document.getElementById('parties').insertBefore(row, next[0]?.row ?? null)
  return cells
}

function showBehavior(path, select) {
  const behavior = behaviorOf(answerFor(path, activeAnswers)) ?? ''
  select.value = behavior
  select.dataset.kind = behaviors[behavior]?.kind ?? 'none'
}
