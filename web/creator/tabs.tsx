/** Creator: renders texts to copy, as tabs. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
import { useId, useRef, useState } from 'preact/hooks'
import { CopyButton } from '../parts/copy_button.tsx'

export interface TabText {
  title: string
  text: string
}

export function TextTabs({ label, texts }: { label: string; texts: readonly TabText[] }) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const index = Math.min(chosen, texts.length - 1)
  const go = (to: number): void => {
    const next = (to + texts.length) % texts.length
    setChosen(next)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  const steps: Readonly<Record<string, () => void>> = {
    ArrowRight: () => go(index + 1),
    ArrowLeft: () => go(index - 1),
    Home: () => go(0),
    End: () => go(texts.length - 1),
  }
  return (
    <div class="texts">
      <div class="bar-of-tabs">
        <div
          role="tablist"
          aria-label={label}
          ref={list}
          onKeyDown={(event) => {
            const step = steps[event.key]
            if (!step) return
            event.preventDefault()
            step()
          }}
        >
          {texts.map(({ title }, each) => (
            <button
              key={title}
              type="button"
              role="tab"
              id={`${id}-${each}`}
              aria-selected={each === index}
              aria-controls={`${id}-panel`}
              tabIndex={each === index ? 0 : -1}
              onClick={() => setChosen(each)}
            >
              {title}
            </button>
          ))}
        </div>
        <CopyButton text={texts[index]!.text} what={texts[index]!.title} />
      </div>
      <pre class="code" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${index}`} tabIndex={0}>
        {texts[index]!.text}
      </pre>
    </div>
  )
}
