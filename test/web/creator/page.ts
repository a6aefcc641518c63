/** Creator tests: opens the page and pastes texts. */
import type { Browser, Page } from 'puppeteer-core'
import { openPage, type Look, type Watched } from '../../support/browser.ts'

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
