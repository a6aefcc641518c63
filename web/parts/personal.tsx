/** Console: shows a value that identifies a person, unless such values are hidden, for instance in a screenshot. */
import { signal } from '@preact/signals'

const storageKey = 'sluice.hide'

/** True if personal values are hidden. Kept in the browser tab, so that a reload does not show them. */
export const isPersonalHidden = signal(readSetting())

function readSetting(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === 'on'
  } catch {
    return false
  }
}

export function setPersonalHidden(isHidden: boolean): void {
  isPersonalHidden.value = isHidden
  try {
    if (isHidden) sessionStorage.setItem(storageKey, 'on')
    else sessionStorage.removeItem(storageKey)
  } catch {
    // A browser without storage keeps the setting while the page is open.
  }
}

/** The text in place of a hidden value has the same length for every value. */
export function personalText(value: string): string {
  return isPersonalHidden.value ? '••••••' : value
}

export function PersonalValue({ value }: { value: string }) {
  if (!isPersonalHidden.value) return <>{value}</>
  return (
    <>
      <span aria-hidden="true">{personalText(value)}</span>
      <span class="hidden">hidden</span>
    </>
  )
}
