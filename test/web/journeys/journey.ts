/** Test support: walks through the console as a person does, by mouse or by keyboard alone, and counts the clicks. */
import assert from 'node:assert/strict'
import type { Browser, ElementHandle, Page } from 'puppeteer-core'
import { whenLoaded } from '../../console/page.ts'
import { openPage, violationsOf, type Look, type Watched } from '../../support/browser.ts'
import { says } from '../../support/page.ts'

/** Clicks from the start page within which every journey ends. */
const mostClicks = 5

/** Tab stops of a page. A control that is not among them cannot be reached by keyboard. */
const mostStops = 300

interface Way extends Look {
  /** True if the mouse is not used. */
  byKeyboard?: boolean
}

export const desktop: Way = {}
export const desktopDark: Way = { scheme: 'dark' }
export const phone: Way = { width: 390, zoom: 2 }
export const phoneDark: Way = { ...phone, scheme: 'dark' }
export const byKeyboard = { byKeyboard: true } as const

export class Journey {
  readonly page: Page
  readonly #watched: Watched
  readonly #byKeyboard: boolean
  readonly #steps: string[] = []

  private constructor(watched: Watched, isByKeyboard: boolean) {
    this.page = watched.page
    this.#watched = watched
    this.#byKeyboard = isByKeyboard
  }

  /** Opens the start page of a stack. */
  static async start(
    browser: Browser,
    { consoleUrl }: { consoleUrl: string },
    { byKeyboard: isByKeyboard = false, ...look }: Way,
  ): Promise<Journey> {
    const watched = await openPage(browser, consoleUrl, look)
    await whenLoaded(watched.page)
    return new Journey(watched, isByKeyboard)
  }

  /** Opens a page of the bar, or of its menu if the bar does not show the page. */
  async go(title: string): Promise<void> {
    const isInBar = await this.page.evaluate(
      (name) =>
        [...document.querySelectorAll('header nav.tabs a')].some(
          (element) => element.textContent === name && element.checkVisibility(),
        ),
      title,
    )
    if (!isInBar) await this.#use('Menu', 'header')
    await this.#use(title, 'header')
  }

  /** Clicks the first link or button of the page with this name. */
  click(name: string): Promise<void> {
    return this.#use(name, 'main')
  }

  async #use(name: string, within: 'header' | 'main'): Promise<void> {
    this.#steps.push(name)
    const control = await this.#find(name, within)
    if (!this.#byKeyboard) return control.click()
    await this.#focus(control, name)
    await this.page.keyboard.press('Enter')
  }

  /** Waits for a visible control with this name, in which one `*` stands for any text. */
  async #find(name: string, within: 'header' | 'main'): Promise<ElementHandle<HTMLElement>> {
    const found = await this.page.waitForFunction(
      (wanted, container) => {
        const nameOf = (element: Element): string =>
          (element.getAttribute('aria-label') ?? labelOf(element) ?? element.textContent)
            .replace(/\s+/g, ' ')
            .trim()
        const labelOf = (element: Element): string | undefined =>
          (element as HTMLInputElement).labels?.[0]?.textContent
        const [start = '', end] = wanted.split('*')
        const fits = (text: string): boolean =>
          end === undefined ? text === wanted : text.startsWith(start) && text.endsWith(end)
        return [
          ...document.querySelectorAll<HTMLElement>(
            `${container} :is(a[href], button:not(:disabled), summary, textarea, input)`,
          ),
        ].find((element) => element.checkVisibility() && fits(nameOf(element)))
      },
      {},
      name,
      within,
    )
    return found as ElementHandle<HTMLElement>
  }

  /** Moves the focus to a control with the Tab key, and checks that the page shows where it is. */
  async #focus(control: ElementHandle<HTMLElement>, name: string): Promise<void> {
    for (let stop = 0; stop < mostStops; stop++) {
      const state = await control.evaluate((element) =>
        document.activeElement !== element
          ? 'elsewhere'
          : element.matches(':focus-visible')
            ? 'shown'
            : 'hidden',
      )
      if (state === 'shown') return
      assert.notEqual(state, 'hidden', `${name} does not show that it has the focus`)
      await this.page.keyboard.press('Tab')
    }
    assert.fail(`${name} cannot be reached by keyboard`)
  }

  /** Goes to the field with this label and types a text. */
  async type(label: string, text: string): Promise<void> {
    const field = await this.page.waitForSelector(`xpath/.//label[normalize-space(.)="${label}"]`)
    const control = await field!.evaluateHandle((element) => (element as HTMLLabelElement).control!)
    if (this.#byKeyboard) await this.#focus(control, label)
    else await control.focus()
    await this.page.keyboard.type(text)
  }

  /** Pastes a text outside any field, as by Ctrl+V. */
  async paste(text: string): Promise<void> {
    await this.page.waitForSelector('main textarea')
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
  }

  says(text: string) {
    return says(this.page, text)
  }

  /** Checks the page where the journey ends, and how many clicks it took. `expected`: errors that the browser reports for an answer that the
   * journey expects. */
  async end(expected?: RegExp): Promise<void> {
    assert.ok(this.#steps.length <= mostClicks, `${this.#steps.length} clicks: ${this.#steps.join(' → ')}`)
    assert.deepEqual(await violationsOf(this.page), [])
    const overflow = await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(overflow <= 0, `The page is ${overflow} px wider than the screen.`)
    assert.deepEqual(
      this.#watched.complaints.filter((complaint) => !expected?.test(complaint)),
      [],
    )
    await this.page.close()
  }
}
