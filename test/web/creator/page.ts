/** Creator tests: opens the page and pastes texts. */
import type { Browser, Page } from 'puppeteer-core'
import { openPage, textOf, type Look, type Watched } from '../../support/browser.ts'
import { fill, labelled, press, reads } from '../../support/page.ts'

export async function openCreator(browser: Browser, url: string, look: Look = {}): Promise<Watched> {
  const watched = await openPage(browser, new URL('/console/creator', url).href, look)
  await watched.page.waitForSelector('.creator textarea')
  return watched
}

/** Pastes a text into the first step. Code within the evaluation is exempt from the page's content security policy, so the events are
 * dispatched in a timer. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.focus('.creator textarea')
  await page.evaluate(
    (pasted) =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          const area = document.querySelector<HTMLTextAreaElement>('.creator textarea')!
          area.dispatchEvent(new ClipboardEvent('paste', { bubbles: true }))
          area.value = pasted
          area.dispatchEvent(new Event('input', { bubbles: true }))
          resolve()
        })
      }),
    text,
  )
}

/** Chooses the radio button or checkbox with this label. */
export async function pick(page: Page, label: string): Promise<void> {
  // By the mouse: a click by a script would be exempt from the page's content security policy.
  await (await labelled(page, label)).click()
}

/** Chooses an event type of the user's own with this name. */
export async function nameOwnEvent(page: Page, name: string): Promise<void> {
  await pick(page, 'An event type of your own')
  await fill(page, 'Name of the event', name)
}

/** Opens the options of the fields, and names them in the event. */
export async function nameFields(page: Page, names: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, name] of Object.entries(names)) {
    await press(page, `Change ${path}`)
    await fill(page, `Name of ${path} in the event`, name)
  }
}

/** Waits until step 4 shows how many records become events, and how many would be refused. */
export async function becomes(page: Page, passed: string, refused: string): Promise<void> {
  await reads(async () => (await textOf(page, '.verdict dd')).slice(0, 2), [passed, refused])
}
