/** The page of the stand-in for third parties: shows what arrives live, and sets what is answered. */
import { element, newRow, statusBadge, statusOf } from './request_row.js'

/** Rows in the page; the server keeps more and `GET /requests` answers them all. */
const shownRows = 200

const $ = (id) => document.getElementById(id)
const rows = new Map()
let total = 0

// Requests

function show(request) {
  const known = rows.get(request.number)
  const row = known ?? newRow(request)
  row.request = request
  // Searched as a whole, so that a filter finds a click id in the body as well as a header.
  row.text =
    `${request.method} ${request.url} ${statusOf(request).text} ${JSON.stringify(request.headers)} ${request.body}`.toLowerCase()
  row.status.replaceChildren(statusBadge(request))
  if (!known) {
    rows.set(request.number, row)
    $('requests').prepend(row.item)
  }
  filterRow(row)
}

function filterRow(row) {
  row.item.hidden = !row.text.includes($('filter').value.trim().toLowerCase())
}

function renderCounts() {
  const matching = [...rows.values()].filter(({ item }) => !item.hidden).length
  const isFiltered = $('filter').value.trim() !== ''
  $('count').textContent = total.toLocaleString('en')
  $('empty').hidden = total > 0
  $('clear').disabled = total === 0
  const note = [
    isFiltered && `${matching} of the ${rows.size} shown match.`,
    rows.size < total && `The newest ${rows.size} are shown; GET /requests answers up to 10,000.`,
  ]
    .filter(Boolean)
    .join(' ')
  // Screen readers announce every change, so the same words are not written again.
  if ($('note').textContent !== note) $('note').textContent = note
}

function receive(message, isReset) {
  const news = JSON.parse(message.data)
  if (isReset) {
    rows.clear()
    $('requests').replaceChildren()
  }
  total = news.total
  news.requests.forEach(show)
  for (const [number, row] of rows) {
    if (rows.size <= shownRows) break
    rows.delete(number)
    row.item.remove()
  }
  renderCounts()
}

// Answers

function inWords(answer) {
  return [
    answer.path ? `on ${answer.path}` : 'on every path',
    answer.times && `for ${answer.times} more`,
    answer.delayMs && `after ${answer.delayMs} ms`,
    answer.retryAfter !== undefined && `retry after ${answer.retryAfter}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function showAnswers(answers) {
  const general = answers.find(({ path, times }) => !path && !times)
  for (const preset of $('presets').children) {
    const { status = 200, hang = false } = preset.dataset.answer ? JSON.parse(preset.dataset.answer) : {}
    const isPressed = general
      ? status === general.status && hang === (general.hang ?? false)
      : status === 200 && !hang
    preset.setAttribute('aria-pressed', String(isPressed))
  }
  $('summary').textContent =
    answers.length === 0
      ? 'Every request is accepted.'
      : 'Requests are answered as set below; others are accepted.'
  $('rules').hidden = answers.length === 0
  $('rules').replaceChildren(...answers.map(ruleOf))
}

function ruleOf(answer) {
  const text = answer.hang ? 'never' : String(answer.status)
  const { kind } = answer.hang ? { kind: 'bad' } : statusOf(answer)
  const remove = element(
    'button',
    { type: 'button', 'aria-label': `Remove answer ${text} ${inWords(answer)}` },
    'Remove',
  )
  remove.addEventListener('click', () =>
    control('DELETE', `/answer?path=${encodeURIComponent(answer.path ?? '/')}`),
  )
  return element(
    'li',
    {},
    element('span', { class: 'status', 'data-kind': kind }, text),
    element('span', {}, inWords(answer)),
    remove,
  )
}

/** Sends a control request; what is wrong with it is told below the presets. */
function control(method, path, body) {
  const options = body ? { method, body: JSON.stringify(body) } : { method }
  fetch(path, options)
    .then(async (response) => tellMistake(response.ok ? '' : (await response.json()).error.message))
    .catch((error) => tellMistake(`The stand-in did not answer: ${error.message}`))
}

function tellMistake(text) {
  $('mistake').textContent = text
  $('mistake').hidden = !text
}

function customAnswer(form) {
  const given = [...new FormData(form)].filter(([, value]) => value.trim() !== '')
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (name === 'path') return [name, value.trim()]
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
$('filter').addEventListener('input', () => {
  rows.forEach(filterRow)
  renderCounts()
})
$('clear').addEventListener('click', () => control('DELETE', '/requests'))
$('presets').addEventListener('click', ({ target }) => {
  const preset = target.closest('button')
  if (!preset) return
  if (preset.dataset.answer) control('PUT', '/answer', JSON.parse(preset.dataset.answer))
  else control('DELETE', '/answer')
})
$('custom').addEventListener('submit', (event) => {
  event.preventDefault()
  control('PUT', '/answer', customAnswer(event.target))
})

const stream = new EventSource('/requests/stream')
stream.addEventListener('reset', (message) => receive(message, true))
stream.addEventListener('requests', (message) => receive(message, false))
stream.addEventListener('answers', (message) => showAnswers(JSON.parse(message.data)))
stream.addEventListener('open', () => tellState('live', 'Live'))
stream.addEventListener('error', () => tellState('lost', 'Connection lost, trying again'))

function tellState(state, text) {
  $('live').dataset.state = state
  $('live').textContent = text
}
