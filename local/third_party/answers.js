/** The answers in force, as the page shows and sets them. */
import { element, statusOf } from './request_row.js'

/** Behavior → what it does, and how bad that is. */
export const behaviors = {
  success: { text: 'Accepts', kind: 'good' },
  partial: { text: 'Refuses some events', kind: 'warn' },
  invalid: { text: 'Refuses all events', kind: 'bad' },
  throttle: { text: 'Throttles', kind: 'warn' },
  auth: { text: 'Expired token', kind: 'bad' },
  down: { text: 'Is down', kind: 'bad' },
  hang: { text: 'Never answers', kind: 'bad' },
}

/** A select with the behaviors; `first` is an option before them. */
export function behaviorSelect(attributes, ...first) {
  const options = Object.entries(behaviors).map(([value, { text }]) => element('option', { value }, text))
  return element('select', attributes, ...first, ...options)
}

/** The behavior that an answer stands for; undefined where it says itself what is answered. */
export function behaviorOf({ behavior, status, body }) {
  return behavior ?? (status === undefined && body === undefined ? 'success' : undefined)
}

/** The answer in force for a path: the longest path that fits wins. */
export function answerFor(path, answers) {
  const fitting = answers.filter((answer) => path.startsWith(answer.path ?? '/'))
  return fitting.toSorted((a, b) => (b.path ?? '/').length - (a.path ?? '/').length)[0] ?? {}
}

/** Puts a behavior in force for a path, or takes back what was put where that comes to the same. */
export function setBehavior(behavior, path, answers) {
  const others = answers.filter((answer) => (answer.path ?? '/') !== path)
  if (behavior === behaviorOf(answerFor(path, others)))
    control('DELETE', `/answer?path=${encodeURIComponent(path)}`)
  else control('PUT', '/answer', path === '/' ? { behavior } : { behavior, path })
}

/** One answer in force, with a button that removes it. */
export function ruleOf(answer) {
  const behavior = behaviors[behaviorOf(answer)]
  const { kind, text } =
    answer.status === undefined && behavior ? behavior : statusOf({ status: 200, ...answer })
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
