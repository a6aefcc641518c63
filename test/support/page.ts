/** Test support: uses a page by its visible labels and texts, as people do. */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'puppeteer-core'
import { until } from './until.ts'

/** Returns the control with this label, which may be hidden. */
export async function labelled(page: Page, label: string) {
  const handle = await page.waitForSelector(`xpath/.//label[normalize-space(.)=${quoted(label)}]`)
  const id = await handle!.evaluate(
    (element) => ((element as HTMLLabelElement).control!.id ||= crypto.randomUUID()),
  )
  return (await page.$(`[id="${id}"]`))!
}

/** Replaces the text of the field with this label. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = await labelled(page, label)
  await field.evaluate((element) => (element as HTMLInputElement).select())
  await field.type(text)
}

/** Clicks the button with this name once it is enabled. */
export async function press(page: Page, name: string): Promise<void> {
  const button = await page.waitForSelector(
    `xpath/.//button[normalize-space(.)=${quoted(name)} and not(@disabled)]`,
  )
  await button!.evaluate((element) => (element as HTMLButtonElement).click())
}

/** Waits until the page contains this text. */
export function says(page: Page, text: string) {
  return page.waitForFunction(
    (expected) => document.querySelector('main')?.textContent.includes(expected),
    {},
    text,
  )
}

/** Waits until `read` returns the expected value. Else, fails with the difference. */
export async function reads<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  await until('the page shows the expected value', async () =>
    isDeepStrictEqual(await read(), expected),
  ).catch(async () => assert.deepEqual(await read(), expected))
}

function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}
