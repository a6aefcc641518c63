/** Creator: renders one of several answers as a card with a radio button. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface PickProps {
  /** Name of the group of radio buttons. */
  group: string
  title: ComponentChildren
  note?: ComponentChildren
  isSuggested?: boolean
  isChecked: boolean
  onPick: () => void
}

export function Pick({ group, title, note, isSuggested = false, isChecked, onPick }: PickProps) {
  const id = useId()
  return (
    <div class="pick">
      <input
        type="radio"
        id={id}
        name={group}
        checked={isChecked}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={onPick}
      />
      <div>
        <label for={id}>{title}</label>
        {isSuggested && <span class="tag good">suggested</span>}
        {note !== undefined && (
          <p id={`${id}-note`} class="muted">
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
