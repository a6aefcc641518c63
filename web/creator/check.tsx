/** Creator, step 4: shows what becomes of the sample: three figures, the causes of refusals, and each record next to its event. */
import { maxTriedRecords } from '../../functions/translation/try_records.ts'
import { count, withCount } from '../parts/format.ts'
import { Destinations } from './destinations.tsx'
import { causes, figures, mends, repairOf, type Cause } from './figures.ts'
import { choose } from './choices.ts'
import { hints, problems, unknownNames } from './state.ts'
import { SideBySide } from './side_by_side.tsx'
import { source } from './source.ts'
import { Step } from './step.tsx'
import { GeneratedTexts } from './generated_code.tsx'

export function CheckStep() {
  return (
    <Step number={4} title="Check" hint="By the code that will take it.">
      {problems.value.length > 0 ? (
        <div role="alert">
          <p>Fix this first:</p>
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
          <Figures />
          {hints.value.map((hint) => (
            <p key={hint} class="notice">
              {hint}
            </p>
          ))}
          {unknownNames.value.length > 0 && (
            <p class="fault" role="alert">
              Unknown event type: {unknownNames.value.slice(0, 5).join(', ')}. Such events are refused. Use
              the name of an existing event type, or define this one first.
            </p>
          )}
          <Causes />
          <Mends />
          <SideBySide />
          <Destinations />
          <GeneratedTexts />
        </>
      )}
    </Step>
  )
}

function Figures() {
  const { passed, refused, leftOut, quarantined, all } = figures.value
  const total = source.value?.records.length ?? 0
  return (
    <div role="status">
      <dl class="verdicts">
        <Figure
          tone={passed === 0 ? 'no' : 'ok'}
          value={`${count(passed)} of ${count(all)}`}
          what="become events"
        />
        <Figure tone={refused > 0 ? 'no' : ''} value={count(refused)} what="would be refused" />
        <Figure
          tone={mends.value.length > 0 ? 'wait' : ''}
          value={count(mends.value.length)}
          what={`${mends.value.length === 1 ? 'field is' : 'fields are'} mended on the way`}
        />
        {leftOut > 0 && <Figure tone="" value={count(leftOut)} what="left out and counted" />}
        {quarantined > 0 && <Figure tone="wait" value={count(quarantined)} what="go to quarantine" />}
      </dl>
      {total > maxTriedRecords && (
        <p class="muted">
          The first {count(maxTriedRecords)} of {withCount(total, 'record')} are checked.
        </p>
      )}
    </div>
  )
}

function Figure({ tone, value, what }: { tone: string; value: string; what: string }) {
  return (
    <div class={`verdict ${tone}`}>
      <dt>{what}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** Number of causes shown. */
const maxCauses = 5

function Causes() {
  const { all } = figures.value
  const unread = source.value?.unread ?? []
  return causes.value.length + unread.length === 0 ? null : (
    <ul class="fixes" aria-label="Causes of refusals">
      {causes.value.slice(0, maxCauses).map((cause) => (
        <CauseLine key={`${cause.field} ${cause.message}`} cause={cause} all={all} />
      ))}
      {unread.slice(0, maxCauses).map(({ row, problem }, index) => (
        <li key={index}>
          <span class="glyph no" aria-hidden="true">
            ✕
          </span>
          <span>
            {row !== undefined && `Line ${count(row)}: `}
            {problem}
          </span>
        </li>
      ))}
    </ul>
  )
}

function CauseLine({ cause, all }: { cause: Cause; all: number }) {
  const repair = repairOf(cause)
  return (
    <li>
      <span class="glyph no" aria-hidden="true">
        ✕
      </span>
      <span>
        <code>{cause.field || 'The record'}</code> {cause.message}{' '}
        <span class="muted">
          in {count(cause.count)} of {withCount(all, 'record')}
        </span>
      </span>
      {repair && (
        <button type="button" onClick={() => choose(repair.path, repair.choice)}>
          {repair.title}
        </button>
      )}
    </li>
  )
}

function Mends() {
  return mends.value.length === 0 ? null : (
    <ul class="fixes" aria-label="What is mended">
      {mends.value.map(({ path, what, undo }) => (
        <li key={path}>
          <span class="glyph ok" aria-hidden="true">
            ✓
          </span>
          <span>
            <code>{path}</code> {what}
          </span>
          {undo ? (
            <button type="button" class="quiet" onClick={() => choose(path, undo)}>
              Undo<span class="hidden"> for {path}</span>
            </button>
          ) : (
            <span class="muted">by your answer in step 3</span>
          )}
        </li>
      ))}
    </ul>
  )
}
