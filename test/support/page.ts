/** Tests: a page as people use it: by what stands on it. */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'puppeteer-core'
import { until } from './until.ts'

/** The control with this label, hidden labels included. */
export async function labelled(page: Page, label: string) {
  const handle = await page.waitForSelector(`xpath/.//label[normalize-space(.)=${quoted(label)}]`)
  const id = await handle!.evaluate(
    (element) => ((element as HTMLLabelElement).control!.id ||= crypto.randomUUID()),
  )
  return (await page.$(`[id="${id}"]`))!
}

/** Types into the field with this label what shall stand in it. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = await labelled(page, label)
  await field.evaluate((element) => (element as HTMLInputElement).select())
  await field.type(text)
}

/** Presses the button that is called so, once it can be pressed. */
export async function press(page: Page, name: string): Promise<void> {
  const button = await page.waitForSelector(
    `xpath/.//button[normalize-space(.)=${quoted(name)} and not(@disabled)]`,
  )
  await button!.evaluate((element) => (element as HTMLButtonElement).click())
}

/** Waits until the page says this. */
export function says(page: Page, text: string) {
  return page.waitForFunction(
    (words) => document.querySelector('main')?.textContent.includes(words),
    {},
    text,
  )
}

/** Waits until what is read of the page is this; where it never is, fails with how it differs in the end. */
export async function reads<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  await until('it is shown', async () => isDeepStrictEqual(await read(), expected)).catch(async () =>
    assert.deepEqual(await read(), expected),
  )
}

function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}
