/** Creator, step 3: shows one field as a line: its name in the payload, an example, and the field of the event. "Change" opens its options. */
import { useId } from 'preact/hooks'
import { FieldOptions } from './field_options.tsx'
import type { Group } from './groups.ts'
import { closeLine, openedGroups, openLine } from './opened.ts'
import type { FieldModel } from './rows.ts'
import { choose } from './choices.ts'
import { faultsOf, isRequiredBy } from './marks.ts'
import { castTitles, typeTitles } from './titles.ts'

const maxExampleLength = 60

export function FieldLine({ row, group }: { row: FieldModel; group: Group }) {
  const id = useId()
  const { path, inference, target, isDropped, isPersonal, problem, reason } = row
  const faults = isDropped ? [] : faultsOf(target, path)
  const isOpen = openedGroups.value[path] !== undefined || problem !== undefined
  const required = isDropped ? undefined : isRequiredBy(row)
  return (
    <li class={`field-line${faults.length > 0 ? ' refused' : ''}`} data-path={path}>
      <div class="from">
        <code>{inference.original}</code>
        {inference.original !== path && <span class="sample">{path}</span>}
        <span class="sample">{exampleOf(inference.examples)}</span>
      </div>
      <span class="arrow" aria-hidden="true">
        →
      </span>
      <div class="to">
        {isDropped ? <span class="muted">left out</span> : <code>{target}</code>}
        <p class="muted">{isDropped ? leftOutReason(row) : (reason ?? inference.why)}</p>
        {faults.map((fault) => (
          <p key={fault} class="wrong">
            {fault}
          </p>
        ))}
      </div>
      <div class="tags">
        {!isDropped && <span class="tag">{reading(row)}</span>}
        {required !== undefined && <span class="tag good">required</span>}
        {isPersonal && !isDropped && <span class="tag personal">personal</span>}
      </div>
      {isDropped ? (
        <button type="button" class="quiet" onClick={() => choose(path, { isDropped: false })}>
          Keep<span class="hidden"> {path}</span>
        </button>
      ) : (
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen}
          aria-controls={`${id}-more`}
          onClick={() => (isOpen ? closeLine(path) : openLine(path, group))}
        >
          {isOpen ? 'Close' : 'Change'}
          <span class="hidden"> {path}</span>
        </button>
      )}
      <div
        id={`${id}-more`}
        class="more-options"
        hidden={!isOpen || isDropped}
        onFocusIn={() => openLine(path, group)}
      >
        {isOpen && !isDropped && <FieldOptions row={row} />}
      </div>
    </li>
  )
}

function exampleOf(values: readonly unknown[]): string {
  if (values.length === 0) return 'no values'
  return values
    .map((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return text.length > maxExampleLength ? `${text.slice(0, maxExampleLength)} …` : text
    })
    .join(' · ')
}

function reading({ type, cast }: FieldModel): string {
  const title = type === 'list' ? 'list' : type === 'object' ? 'object' : typeTitles[type]
  return cast === '' || cast === 'iso' || cast === 'string' ? title : `${title}, ${castTitles[cast] ?? cast}`
}

function leftOutReason({ inference, path }: FieldModel): string {
  if (inference.examples.length === 0) return 'It has no values in this sample.'
  return inference.leftOut === undefined ? `${path} is not kept.` : `Left out: ${inference.leftOut}.`
}
