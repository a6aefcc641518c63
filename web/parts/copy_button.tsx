/** Console: copies a text. */
import { useState } from 'preact/hooks'

const labels = { ready: 'Copy', copied: 'Copied', refused: 'Not allowed: select it and copy' } as const

/** `what` completes the label for screen readers: "Copy the query". A browser may refuse, as in a frame or without HTTPS. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<keyof typeof labels>('ready')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
    setTimeout(() => setState('ready'), 3000)
  }
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      <span aria-live="polite">{labels[state]}</span>
      <span class="hidden"> {what}</span>
    </button>
  )
}
