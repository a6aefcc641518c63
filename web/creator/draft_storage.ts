/** Creator: keeps the draft over a reload, in the storage of the browser tab. Payloads hold personal data: the draft is deleted at sign-out, by
 * "Start again", and for another account. */
import { effect, signal } from '@preact/signals'
import { account, session } from '../session.ts'
import { madeChoices, startFrom, type Choices } from './choices.ts'
import { fileName, given, sourceText, startText } from './source.ts'

interface Kept {
  account: string
  text: string
  fileName: string
  given: typeof given.value
  choices: Choices
}

const key = 'sluice.creator.draft'

/** False if the draft is too large for the storage of the tab. */
export const isKept = signal(true)

/** Deletes the draft, in the page and in the storage. */
export function startAgain(): void {
  sessionStorage.removeItem(key)
  startFrom(undefined)
  startText('')
}

function keep(): void {
  if (sourceText.value === '' && !madeChoices.value.startedFrom) return sessionStorage.removeItem(key)
  const kept: Kept = {
    account: account.value,
    text: sourceText.value,
    fileName: fileName.value,
    given: given.value,
    choices: madeChoices.value,
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
    isKept.value = true
  } catch {
    sessionStorage.removeItem(key)
    isKept.value = false
  }
}

/** Restores the draft of the account, unless the user has already pasted something. */
function restore(): void {
  const kept = read()
  if (!kept || sourceText.value !== '') return
  if (kept.account !== account.value) return sessionStorage.removeItem(key)
  startText(kept.text, kept.fileName)
  given.value = kept.given
  madeChoices.value = kept.choices
}

function read(): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | undefined
  } catch {
    return undefined
  }
}

/** Time without a change after which the draft is written, in ms. */
const debounceMs = 300

/** Starts to keep drafts, once for the page. */
export function keepDrafts(): void {
  let wasSignedIn = false
  let restoredFor = ''
  effect(() => {
    const now = session.value
    if (now.kind === 'signed in') wasSignedIn = true
    else if (now.kind === 'signed out' && wasSignedIn) {
      wasSignedIn = false
      restoredFor = ''
      // A token that has expired signs out with a notice: the same account goes on after signing in again.
      if (now.notice === undefined) sessionStorage.removeItem(key)
      startFrom(undefined)
      startText('')
    }
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  effect(() => {
    const isKnown = account.value !== '' && session.value.kind === 'signed in'
    if (isKnown && restoredFor !== account.value) {
      restoredFor = account.value
      restore()
    }
    // Reads what a draft consists of, so that each change of it is written.
    const isEmpty = [sourceText.value, fileName.value, given.value, madeChoices.value][0] === ''
    clearTimeout(timer)
    if (isKnown) timer = setTimeout(keep, isEmpty ? 0 : debounceMs)
  })
  addEventListener('pagehide', () => {
    if (account.value !== '' && session.value.kind === 'signed in') keep()
  })
}
