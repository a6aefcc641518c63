/** Shell: the shortcuts of the keyboard. Single keys act only outside of fields, and can be turned off.
 * https://www.w3.org/WAI/WCAG22/Understanding/character-key-shortcuts.html */
import { signal } from '@preact/signals'
import { goTo } from '../router.ts'

const storageKey = 'sluice.keys'

/** False if the user has turned single keys off. Kept in the browser. */
export const areKeysOn = signal(readSetting())

/** True while the list of shortcuts is open. */
export const isKeyListOpen = signal(false)

/** Key → what it does. */
export const shortcuts: readonly (readonly [keys: string, meaning: string])[] = [
  ['/', 'Search'],
  ['j, ↓', 'Next row; ↓ from a row'],
  ['k, ↑', 'Row before; ↑ from a row'],
  ['Enter', 'Open the row'],
  ['l', 'Live events, on and off'],
  ['?', 'This list'],
]

function readSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export function turnKeys(isOn: boolean): void {
  areKeysOn.value = isOn
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // A browser without storage keeps the setting while the page is open.
  }
}

const actions: Readonly<Record<string, () => boolean>> = {
  '/': focusSearch,
  j: () => moveToRow(1),
  k: () => moveToRow(-1),
  ArrowDown: () => currentRow() >= 0 && moveToRow(1),
  ArrowUp: () => currentRow() >= 0 && moveToRow(-1),
  l: toggleLive,
  '?': () => (isKeyListOpen.value = true),
}

/** Listens to the keys of the whole page. */
export function followKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    const isSingle = event.key.length === 1
    if (isSingle && !areKeysOn.value) return
    if (Object.hasOwn(actions, event.key) && actions[event.key]!()) event.preventDefault()
  })
}

/** True in everything that takes text or uses the keys itself. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=tablist], [role=slider]') !== null
  )
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#search')
  field?.focus()
  field?.select()
  return field !== null
}

/** The rows of the page: of tables, and of lists that are in an order or in groups. */
const rowSelector = 'main :is(tbody > tr, ol > li, .groups li, .problems > li)'

/** What opens a row. */
const openerSelector = 'a[href], button:not(:disabled)'

function openersOfRows(): readonly HTMLElement[] {
  return [...document.querySelectorAll(rowSelector)].flatMap((row) => {
    if (row.parentElement?.closest(rowSelector)) return []
    const opener = row.querySelector<HTMLElement>(openerSelector)
    return opener?.checkVisibility() ? [opener] : []
  })
}

/** The index of the row with the focus; -1 without one. */
function currentRow(): number {
  const focused = document.activeElement
  return openersOfRows().findIndex((opener) => opener.closest(rowSelector)?.contains(focused))
}

function moveToRow(step: 1 | -1): boolean {
  const openers = openersOfRows()
  const current = currentRow()
  const opener = current < 0 ? openers.at(step > 0 ? 0 : -1) : openers[current + step]
  opener?.focus()
  opener?.scrollIntoView({ block: 'nearest' })
  return openers.length > 0
}

function toggleLive(): boolean {
  const button = document.querySelector<HTMLElement>('[data-key=l]')
  if (button) button.click()
  else goTo('/console/events?live=1')
  return true
}
