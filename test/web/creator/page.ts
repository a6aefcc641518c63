/** Creator tests: the page as people use it: by what stands on it. */
import type { Browser, Page } from 'puppeteer-core'
import { openPage, type Look, type Watched } from '../../support/browser.ts'

export async function openCreator(browser: Browser, url: string, look: Look = {}): Promise<Watched> {
  const watched = await openPage(browser, new URL('/console/creator', url).href, look)
  await watched.page.waitForSelector('.creator textarea')
  return watched
}

/** Puts a text into the first step as the clipboard would. What runs within the evaluation may make code of text whatever the page's
 * policy says, so the page is left to itself first. */
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
