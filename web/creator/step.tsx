/** Creator: renders a numbered step. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface StepProps {
  number: number
  title: string
  hint?: ComponentChildren
  children: ComponentChildren
}

export function Step({ number, title, hint, children }: StepProps) {
  const id = useId()
  return (
    <section class="panel step" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <span class="number" aria-hidden="true">
            {number}
          </span>
          {title}
        </h2>
        {hint !== undefined && <p class="muted">{hint}</p>}
      </header>
      {children}
    </section>
  )
}
