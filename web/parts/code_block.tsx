/** Console: shows text to copy, such as a command, a query or an event. */
import { CopyButton } from './copy_button.tsx'
import { isPersonalHidden } from './personal.tsx'

interface CodeBlockProps {
  /** Name of the block. */
  label: string
  text: string
  /** True if it has values that identify people: it is not shown while they are hidden. Default: false. */
  isPersonal?: boolean
}

export function CodeBlock({ label, text, isPersonal = false }: CodeBlockProps) {
  if (isPersonal && isPersonalHidden.value) return <p class="muted">{label}: personal values are hidden.</p>
  return (
    <div class="code-block">
      <pre class="code" role="region" aria-label={label} tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} what={label} />
    </div>
  )
}
