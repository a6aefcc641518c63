/** Console: shows text to copy, such as a command, a query or an event. */
import { CopyButton } from './copy_button.tsx'

interface CodeBlockProps {
  /** Name of the block. */
  label: string
  text: string
}

export function CodeBlock({ label, text }: CodeBlockProps) {
  return (
    <div class="code-block">
      <pre class="code" role="region" aria-label={label} tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} what={label} />
    </div>
  )
}
