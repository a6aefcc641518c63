/** Console tests: the pages as people use them. */
import type { Page } from 'puppeteer-core'

/** The big figures as they are shown, by name. */
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

/** Resolves once the page shows an answer. */
export function whenLoaded(page: Page) {
  return page.waitForSelector('.overview[aria-busy=false] .figures .value')
}

/** Signs in where people paste a token. */
export async function pasteToken(page: Page, token: string): Promise<void> {
  await page.waitForSelector('input[name=token]')
  await page.type('input[name=token]', token)
  await page.keyboard.press('Enter')
}
