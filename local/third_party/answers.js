/** The answers in force, as the page shows and sets them. */
import { element, statusOf } from './request_row.js'

/** Mood → what it does, and how bad that is. */
export const moods = {
  success: { text: 'Accepts', kind: 'good' },
  partial: { text: 'Refuses some events', kind: 'warn' },
  invalid: { text: 'Refuses all events', kind: 'bad' },
  throttle: { text: 'Throttles', kind: 'warn' },
  auth: { text: 'Expired token', kind: 'bad' },
  down: { text: 'Is down', kind: 'bad' },
  hang: { text: 'Never answers', kind: 'bad' },
}

/** A select with the moods; `first` is an option before them. */
export function moodSelect(attributes, ...first) {
  const options = Object.entries(moods).map(([value, { text }]) => element('option', { value }, text))
  return element('select', attributes, ...first, ...options)
}

/** The mood that an answer stands for; undefined where it says itself what is answered. */
export function moodOf({ mood, status, body }) {
  return mood ?? (status === undefined && body === undefined ? 'success' : undefined)
}

/** The answer in force for a path: the longest path that fits wins. */
export function answerFor(path, answers) {
  const fitting = answers.filter((answer) => path.startsWith(answer.path ?? '/'))
  return fitting.toSorted((a, b) => (b.path ?? '/').length - (a.path ?? '/').length)[0] ?? {}
}

/** Puts a mood in force for a path, or takes back what was put where that comes to the same. */
export function setMood(mood, path, answers) {
  const others = answers.filter((answer) => (answer.path ?? '/') !== path)
  if (mood === moodOf(answerFor(path, others))) control('DELETE', `/answer?path=${encodeURIComponent(path)}`)
  else control('PUT', '/answer', path === '/' ? { mood } : { mood, path })
}

/** One answer in force, with a button that removes it. */
export function ruleOf(answer) {
  const mood = moods[moodOf(answer)]
  const { kind, text } = answer.status === undefined && mood ? mood : statusOf({ status: 200, ...answer })
  const where = [
    answer.path ? `on ${answer.path}` : 'on every path',
    answer.times && `for ${answer.times} more`,
    answer.delayMs && `after ${answer.delayMs} ms`,
    answer.retryAfter !== undefined && `retry after ${answer.retryAfter}`,
  ]
    .filter(Boolean)
    .join(', ')
  const remove = element(
    'button',
    { type: 'button', 'aria-label': `Remove answer ${text} ${where}` },
    'Remove',
  )
  remove.addEventListener('click', () =>
    control('DELETE', `/answer?path=${encodeURIComponent(answer.path ?? '/')}`),
  )
  return element(
    'li',
    {},
    element('span', {}, element('span', { class: 'status', 'data-kind': kind }, text), ` ${where}`),
    remove,
  )
}

/** Sends a control request; what is wrong with it is told below the presets. */
export function control(method, path, body) {
  const options = body ? { method, body: JSON.stringify(body) } : { method }
  fetch(path, options)
    .then(async (response) => tellMistake(response.ok ? '' : (await response.json()).error.message))
    .catch((error) => tellMistake(`The stand-in did not answer: ${error.message}`))
}

function tellMistake(text) {
  const mistake = document.getElementById('mistake')
  mistake.textContent = text
  mistake.hidden = !text
}
