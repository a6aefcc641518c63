/** Console: renders a panel with a title. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface PanelProps {
  title: string
  /** One line that explains the content. */
  hint?: string
  wide?: boolean
  children: ComponentChildren
}

export function Panel({ title, hint, wide = false, children }: PanelProps) {
  const id = useId()
  return (
    <section class={`panel${wide ? ' wide' : ''}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <p class="muted">{hint}</p>}
      </header>
      {children}
    </section>
  )
}
