/** Shell: the menu of the bar: the pages that are not in it, the shortcuts, the switch that hides personal values, and the account. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { pages, type PageEntry } from '../pages.ts'
import { Account } from '../parts/account.tsx'
import { Checkbox } from '../parts/inputs.tsx'
import { setPersonalHidden, isPersonalHidden } from '../parts/personal.tsx'
import { pageAddress } from '../router.ts'
import { isKeyListOpen } from './keys.ts'
import { PageLink } from './page_link.tsx'

export function Menu({ shown }: { shown: PageEntry }) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const address = pageAddress.value
  useEffect(() => setOpen(false), [address])
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const each of events) document.addEventListener(each, closeOutside)
    return () => {
      for (const each of events) document.removeEventListener(each, closeOutside)
    }
  }, [isOpen])
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div class="menu" ref={box} onKeyDown={closeByKey}>
      <button
        ref={button}
        type="button"
        class="icon"
        aria-expanded={isOpen}
        aria-controls="menu"
        aria-label="Menu"
        onClick={() => setOpen(!isOpen)}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M3 6h14M3 10h14M3 14h14" fill="none" stroke="currentColor" stroke-width="1.5" />
        </svg>
      </button>
      <div id="menu" class="panel" hidden={!isOpen}>
        <nav aria-label="Pages of the bar" class="narrow">
          {pages.map((entry) => entry.inBar && <PageLink key={entry.name} entry={entry} shown={shown} />)}
        </nav>
        <nav aria-label="More pages">
          {pages.map((entry) => !entry.inBar && <PageLink key={entry.name} entry={entry} shown={shown} />)}
        </nav>
        <Checkbox
          label="Hide personal values"
          isChecked={isPersonalHidden.value}
          onChange={setPersonalHidden}
        />
        <button
          type="button"
          onClick={() => {
            setOpen(false)
            isKeyListOpen.value = true
          }}
        >
          Keyboard shortcuts
        </button>
        <Account />
      </div>
    </div>
  )
}
