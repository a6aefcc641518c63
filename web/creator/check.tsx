/** Creator, step 4: the events as they will be, beside the records they are made of, with what is wrong in its place. */
import { useState } from 'preact/hooks'
import { count, withCount } from '../parts/format.ts'
import { Destinations } from './destinations.tsx'
import type { RecordResult } from './results.ts'
import { source } from './source.ts'
import { problems, results, unknownNames } from './state.ts'
import { Step } from './step.tsx'
import { GeneratedTexts } from './generated_code.tsx'

export function CheckStep() {
  const all = results.value
  const wrong = all.filter(({ faults }) => faults.length > 0)
  const stored = all.filter(({ event }) => event !== undefined)
  return (
    <Step
      number={4}
      title="Check"
      hint={
        problems.value.length > 0
          ? 'Correct what stands below first.'
          : `${withCount(stored.length, 'event')} of ${withCount(source.value!.records.length, 'record')}, ${
              wrong.length === 0 ? 'all valid' : `${count(wrong.length)} with something wrong`
            }.`
      }
    >
      {problems.value.length > 0 ? (
        <div role="alert">
          <ul class="problems">
            {problems.value.slice(0, 12).map((problem) => (
              <li key={problem} class="fault">
                {problem}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          {unknownNames.value.length > 0 && (
            <p class="fault" role="alert">
              No event type is called {unknownNames.value.slice(0, 5).join(', ')}: such events go to
              quarantine. Give them names that exist, or define them first.
            </p>
          )}
          <SideBySide all={all} wrong={wrong} />
          <Destinations />
          <GeneratedTexts />
        </>
      )}
    </Step>
  )
}

function SideBySide({ all, wrong }: { all: readonly RecordResult[]; wrong: readonly RecordResult[] }) {
  const [isWrongOnly, setWrongOnly] = useState(false)
  const [at, setAt] = useState(0)
  const shown = isWrongOnly && wrong.length > 0 ? wrong : all
  const index = Math.min(at, shown.length - 1)
  const result = shown[index]
  if (!result) return <p class="muted">No event is made.</p>
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
        {wrong.length > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={isWrongOnly}
              onChange={({ currentTarget }) => {
                setWrongOnly(currentTarget.checked)
                setAt(0)
              }}
            />
            Only with something wrong
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
          {result.event ? (
            <EventText event={result.event} faults={result.faults} />
          ) : (
            <ul class="problems">
              {result.faults.map(({ field, words }) => (
                <li key={field} class="fault">
                  <code>{field}</code> {words}: no event is made.
                </li>
              ))}
            </ul>
          )}
        </figure>
      </div>
    </div>
  )
}

/** The event line by line; below a line, what is wrong with it. */
function EventText({ event, faults }: { event: object; faults: RecordResult['faults'] }) {
  const lines = JSON.stringify(event, null, 2).split('\n')
  const placed = new Set<string>()
  const marked = lines.map((line) => {
    const [, name] = /^ +"((?:[^"\\]|\\.)*)":/.exec(line) ?? []
    const here = faults.filter(({ field }) => field.split(/[.[]/, 1)[0] === name && !placed.has(field))
    for (const { field } of here) placed.add(field)
    return { line, here }
  })
  const others = faults.filter(({ field }) => !placed.has(field))
  return (
    <>
      <pre class="code" tabIndex={0}>
        {marked.map(({ line, here }, index) => (
          <span key={index} class={here.length > 0 ? 'line marked' : 'line'}>
            {line}
            {'\n'}
            {here.map(({ field, words }) => (
              <span key={field} class="why">
                {field} {words}
                {'\n'}
              </span>
            ))}
          </span>
        ))}
      </pre>
      {others.length > 0 && (
        <ul class="problems">
          {others.map(({ field, words }) => (
            <li key={field} class="fault">
              <code>{field}</code> {words}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
