/** Third-party page: shows and sets the active answers. */
import { element, statusOf } from './request_row.js'

/** Behavior → its label and severity. */
export const behaviors = {
  success: { text: 'Accepts', kind: 'good' },
  partial: { text: 'Refuses some events', kind: 'warn' },
  invalid: { text: 'Refuses all events', kind: 'bad' },
  throttle: { text: 'Throttles', kind: 'warn' },
  auth: { text: 'Expired token', kind: 'bad' },
  down: { text: 'Is down', kind: 'bad' },
  hang: { text: 'Never answers', kind: 'bad' },
}

/** Returns a select with the behaviors after the options `first`. */
export function behaviorSelect(attributes, ...first) {
  const options = Object.entries(behaviors).map(([value, { text }]) => element('option', { value }, text))
  return element('select', attributes, ...first, ...options)
}

/** Returns the behavior of an answer; undefined if the answer sets status or body itself. */
export function behaviorOf({ behavior, status, body }) {
  return behavior ?? (status === undefined && body === undefined ? 'success' : undefined)
}

/** Returns the active answer for a path, whatever the body: the longest matching path wins. */
export function answerFor(path, answers) {
  const matching = answers.filter(
    (answer) => answer.contains === undefined && path.startsWith(answer.path ?? '/'),
  )
  return matching.toSorted((a, b) => (b.path ?? '/').length - (a.path ?? '/').length)[0] ?? {}
}

/** Sets the behavior for a path, or removes its answer if the remaining ones give the same behavior. */
export function setBehavior(behavior, path, answers) {
  const others = answers.filter((answer) => (answer.path ?? '/') !== path)
  if (behavior === behaviorOf(answerFor(path, others)))
    control('DELETE', `/answer?path=${encodeURIComponent(path)}`)
  else control('PUT', '/answer', path === '/' ? { behavior } : { behavior, path })
}

/** Returns a list item for an active answer, with a button that removes it. */
export function ruleOf(answer) {
  const behavior = behaviors[behaviorOf(answer)]
  const { kind, text } =
    answer.status === undefined && behavior ? behavior : statusOf({ status: 200, ...answer })
  const where = [
    answer.path ? `on ${answer.path}` : 'on every path',
    answer.contains && `with “${answer.contains}”`,
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

/** Sends a control request. Shows an error below the presets. */
export function control(method, path, body) {
  const options = body ? { method, body: JSON.stringify(body) } : { method }
  fetch(path, options)
    .then(async (response) => showError(response.ok ? '' : (await response.json()).error.message))
    .catch((error) => showError(`The recorder did not answer: ${error.message}`))
}

function showError(text) {
  const alert = document.getElementById('error')
  alert.textContent = text
  alert.hidden = !text
}
