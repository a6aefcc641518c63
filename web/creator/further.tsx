/** Creator, step 3: lists the suggested links that no field shows: constants, second uses of a field and parts of lists. */
import { change, omitted } from './choices.ts'
import { further } from './state.ts'

export function Further() {
  if (further.value.length === 0) return null
  return (
    <details class="group" open>
      <summary>
        <h3>Also filled</h3> <span class="muted">From constants, lists, or fields that are used twice.</span>
      </summary>
      <ul class="field-lines">
        {further.value.map(({ target, source, why }) => (
          <li key={target} class="field-line">
            <div class="from">
              <code>{typeof source === 'string' ? source : JSON.stringify(source)}</code>
            </div>
            <span class="arrow" aria-hidden="true">
              →
            </span>
            <div class="to">
              <code>{target}</code>
              <p class="muted">{why}</p>
            </div>
            <div class="tags" />
            <button
              type="button"
              class="quiet"
              onClick={() => change({ omitted: [...omitted.value, target] })}
            >
              Leave out<span class="hidden"> {target}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
