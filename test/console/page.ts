/** Test support: operates the page Overview in a browser. */
import type { Page } from 'puppeteer-core'

/** Reads the large figures by name. */
export function shownFigures(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.figure')].map((figure) => [
        figure.querySelector('dt')?.textContent ?? '',
        figure.querySelector('.value')?.textContent ?? '',
      ]),
    ),
  )
}

/** Waits until the page shows data. */
export function whenLoaded(page: Page) {
  return page.waitForSelector('.overview[aria-busy=false] .figures .value')
}

/** Signs out, in the menu. */
export async function signOut(page: Page): Promise<void> {
  await page.click('.menu > button')
  await page.click('.account button')
}

/** Signs in with a pasted token. */
export async function pasteToken(page: Page, token: string): Promise<void> {
  await page.waitForSelector('input[name=token]')
  await page.type('input[name=token]', token)
  await page.keyboard.press('Enter')
}
