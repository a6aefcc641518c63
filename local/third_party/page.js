/** Third-party page: shows requests as they arrive, and sets the answers. */
import { answerFor, control, behaviorOf, behaviorSelect, ruleOf, setBehavior } from './answers.js'
import { showBehaviors, showParties } from './parties.js'
import { element, newRow, statusBadge, statusOf } from './request_row.js'

/** Maximum rows in the page. `GET /requests` returns all that the server keeps. */
const shownRows = 200

function $(id) {
  return document.getElementById(id)
}
const rows = new Map()
let total = 0
let activeAnswers = []

// Requests

function show(request) {
  const shown = rows.get(request.number)
  const row = shown ?? newRow(request)
  row.request = request
  const { method, url, headers, body, vendor, behavior } = request
  // The filter searches all parts of the request.
  row.text =
    `${method} ${url} ${vendor} ${behavior} ${statusOf(request).text} ${JSON.stringify(headers)} ${body}`.toLowerCase()
  row.status.replaceChildren(statusBadge(request))
  if (!shown) {
    rows.set(request.number, row)
    $('requests').prepend(row.item)
  }
  filterRow(row)
}

function filterRow(row) {
  row.item.hidden = !row.text.includes($('filter').value.trim().toLowerCase())
}

function filterRows() {
  rows.forEach(filterRow)
  renderCounts()
}

function renderCounts() {
  const matching = [...rows.values()].filter(({ item }) => !item.hidden).length
  const isFiltered = $('filter').value.trim() !== ''
  $('count').textContent = total.toLocaleString('en')
  $('empty').hidden = total > 0
  $('parties-panel').hidden = total === 0
  $('clear').disabled = total === 0
  const note = [
    isFiltered && `${matching} of the ${rows.size} shown match.`,
    rows.size < total && `The newest ${rows.size} are shown; GET /requests returns up to 10,000.`,
  ]
    .filter(Boolean)
    .join(' ')
  // Screen readers announce every write, so an unchanged text is not written again.
  if ($('note').textContent !== note) $('note').textContent = note
}

function receive(message, isReset) {
  const update = JSON.parse(message.data)
  if (isReset) {
    rows.clear()
    $('requests').replaceChildren()
  }
  total = update.total
  update.requests.forEach(show)
  for (const [number, row] of rows) {
    if (rows.size <= shownRows) break
    rows.delete(number)
    row.item.remove()
  }
  showParties(update.parties, filterBy)
  renderCounts()
}

/** Toggles a filter for the requests of one recipient. */
function filterBy(path) {
  const text = path === '/' ? '' : path
  $('filter').value = $('filter').value === text ? '' : text
  filterRows()
}

// Answers

function showAnswers(answers) {
  activeAnswers = answers
  const general = behaviorOf(answerFor('/', answers))
  for (const preset of $('presets').children)
    preset.setAttribute('aria-pressed', String(preset.dataset.behavior === general))
  const accepting = answers.every((answer) => behaviorOf(answer) === 'success')
  $('summary').textContent = accepting
    ? 'Every third party accepts.'
    : 'Requests that match an answer below get it; all others are accepted.'
  $('rules').hidden = answers.length === 0
  $('rules').replaceChildren(...answers.map(ruleOf))
  showBehaviors(answers)
}

function customAnswer(form) {
  const entries = [...new FormData(form)].filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (name === 'path' || name === 'behavior') return [name, value.trim()]
      if (name !== 'body') return [name, Number(value)]
      try {
        return [name, JSON.parse(value)]
      } catch {
        return [name, value]
      }
    }),
  )
}

// Start

$('example').textContent = `curl ${location.origin}/try -d '{"event_name":"view_content"}'`
$('custom').elements.behavior.replaceWith(
  behaviorSelect({ name: 'behavior' }, element('option', { value: '' }, 'Default')),
)
$('filter').addEventListener('input', filterRows)
$('clear').addEventListener('click', () => control('DELETE', '/requests'))
$('presets').addEventListener('click', ({ target }) => {
  const behavior = target.closest('button')?.dataset.behavior
  if (behavior) setBehavior(behavior, '/', activeAnswers)
})
$('custom').addEventListener('submit', (event) => {
  event.preventDefault()
  control('PUT', '/answer', customAnswer(event.target))
})

const stream = new EventSource('/requests/stream')
stream.addEventListener('reset', (message) => receive(message, true))
stream.addEventListener('requests', (message) => receive(message, false))
stream.addEventListener('answers', (message) => showAnswers(JSON.parse(message.data)))
stream.addEventListener('open', () => showState('live', 'Live'))
stream.addEventListener('error', () => showState('lost', 'Connection lost, reconnecting'))

function showState(state, text) {
  $('live').dataset.state = state
  $('live').textContent = text
}
