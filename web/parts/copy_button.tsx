/** Console: copies a text. */
import { useState } from 'preact/hooks'

/** `what` completes the label for screen readers: "Copy the query". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy'}
      <span class="hidden"> {what}</span>
    </button>
  )
}
