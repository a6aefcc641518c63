/** Creator, step 4: shows each record next to its event, with the violations at their fields. */
import { useState } from 'preact/hooks'
import { count } from '../parts/format.ts'
import type { RecordResult } from '../../functions/translation/try_records.ts'
import { source } from './source.ts'
import { results } from './state.ts'

export function SideBySide() {
  const all = results.value
  const invalid = all.filter(({ violations }) => violations.length > 0)
  const [isInvalidOnly, setInvalidOnly] = useState(false)
  const [at, setAt] = useState(0)
  const shown = isInvalidOnly && invalid.length > 0 ? invalid : all
  const index = Math.min(at, shown.length - 1)
  const result = shown[index]
  if (!result) return <p class="muted">The records yield no events.</p>
  return (
    <div class="beside">
      <div class="pager">
        <button type="button" disabled={index === 0} onClick={() => setAt(index - 1)}>
          Previous
        </button>
        <span role="status">
          {count(index + 1)} of {count(shown.length)}
        </span>
        <button type="button" disabled={index >= shown.length - 1} onClick={() => setAt(index + 1)}>
          Next
        </button>
        {invalid.length > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={isInvalidOnly}
              onChange={({ currentTarget }) => {
                setInvalidOnly(currentTarget.checked)
                setAt(0)
              }}
            />
            Show only refused
          </label>
        )}
      </div>
      <div class="pair">
        <figure>
          <figcaption>Your record</figcaption>
          <pre class="code" tabIndex={0}>
            {JSON.stringify(source.value?.records[result.record], null, 2)}
          </pre>
        </figure>
        <figure>
          <figcaption>The event</figcaption>
          {result.otherwise !== undefined && (
            <p class="muted">
              {result.otherwise === 'left out'
                ? 'None: its value names no event. The record is left out and counted.'
                : 'Its value names no event. It goes to quarantine.'}
            </p>
          )}
          {result.event ? (
            <EventText event={result.event} violations={result.violations} />
          ) : (
            <ul class="problems">
              {result.violations.map(({ field, message }) => (
                <li key={field} class="fault">
                  <code>{field}</code> {message}. The record yields no event.
                </li>
              ))}
            </ul>
          )}
        </figure>
      </div>
    </div>
  )
}

/** The JSON of the event, with violations below the lines of their fields. */
function EventText({ event, violations }: { event: object; violations: RecordResult['violations'] }) {
  const lines = JSON.stringify(event, null, 2).split('\n')
  const placed = new Set<string>()
  const marked = lines.map((line) => {
    const [, name] = /^ +"((?:[^"\\]|\\.)*)":/.exec(line) ?? []
    const here = violations.filter(({ field }) => field.split(/[.[]/, 1)[0] === name && !placed.has(field))
    for (const { field } of here) placed.add(field)
    return { line, here }
  })
  const others = violations.filter(({ field }) => !placed.has(field))
  return (
    <>
      <pre class="code" tabIndex={0}>
        {marked.map(({ line, here }, index) => (
          <span key={index} class={here.length > 0 ? 'line marked' : 'line'}>
            {line}
            {'\n'}
            {here.map(({ field, message }) => (
              <span key={field} class="why">
                {field} {message}
                {'\n'}
              </span>
            ))}
          </span>
        ))}
      </pre>
      {others.length > 0 && (
        <ul class="problems">
          {others.map(({ field, message }) => (
            <li key={field} class="fault">
              <code>{field}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
