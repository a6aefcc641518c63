/** Console: renders form controls, each with its label. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface TextFieldProps {
  label: string
  value: string
  onInput: (value: string) => void
  /** What is wrong with the value. */
  problem?: string | undefined
  hint?: ComponentChildren
  isCode?: boolean
  isLabelHidden?: boolean
  list?: readonly string[]
  placeholder?: string
  type?: 'text' | 'number' | 'datetime-local'
  isRequired?: boolean
}

export function TextField(props: TextFieldProps) {
  const { label, value, onInput, problem, hint, isCode, isLabelHidden, list, placeholder } = props
  const { type = 'text', isRequired = false } = props
  const id = useId()
  const note = problem ?? hint
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'hidden' : undefined}>
        {label}
      </label>
      <input
        id={id}
        type={type}
        required={isRequired}
        class={isCode ? 'code' : undefined}
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        list={list && `${id}-list`}
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {list && (
        <datalist id={`${id}-list`}>
          {list.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {note !== undefined && (
        <p id={`${id}-note`} class={problem === undefined ? 'muted' : 'wrong'}>
          {note}
        </p>
      )}
    </div>
  )
}

type TextAreaProps = Pick<
  TextFieldProps,
  'label' | 'value' | 'onInput' | 'problem' | 'hint' | 'placeholder'
> & {
  rows: number
}

/** A field of several lines of code. */
export function TextArea({ label, value, onInput, problem, hint, placeholder, rows }: TextAreaProps) {
  const id = useId()
  const note = problem ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        class="code"
        rows={rows}
        value={value}
        placeholder={placeholder}
        spellcheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {note !== undefined && (
        <p id={`${id}-note`} class={problem === undefined ? 'muted' : 'wrong'}>
          {note}
        </p>
      )}
    </div>
  )
}

interface SelectProps {
  label: string
  value: string
  options: readonly (readonly [value: string, title: string])[]
  onChange: (value: string) => void
  isLabelHidden?: boolean
}

export function Select({ label, value, options, onChange, isLabelHidden }: SelectProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'hidden' : undefined}>
        {label}
      </label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([option, title]) => (
          <option key={option} value={option}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}

interface CheckboxProps {
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  isLabelHidden?: boolean
}

export function Checkbox({ label, isChecked, onChange, isLabelHidden }: CheckboxProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span class={isLabelHidden ? 'hidden' : undefined}>{label}</span>
    </label>
  )
}
