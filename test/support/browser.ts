/** Test support: a headless Chromium, if installed, and checks of the pages in it. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser, type HTTPRequest, type Page } from 'puppeteer-core'
import { TestStack } from './stack.ts'
import { timeoutMs } from './until.ts'

const paths = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const chromium = paths.find((path) => path !== undefined && existsSync(path))

/** The message if Chromium is not installed. */
export const withoutBrowser =
  'skipped: Chromium is not installed (apt install chromium; CHROMIUM sets another path)'

export async function openBrowser(): Promise<Browser | undefined> {
  return chromium === undefined
    ? undefined
    : puppeteer.launch({
        executablePath: chromium,
        args: ['--no-sandbox', '--disable-gpu'],
        timeout: timeoutMs,
      })
}

/** Opens a browser for all tests of the surrounding suite. Skips them if Chromium is not installed. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined
  before(async function () {
    browser = await openBrowser()
    if (browser) return
    console.log(`    ${withoutBrowser}`)
    this.skip()
  })
  after(() => browser?.close())
  return () => browser!
}

/** Opens a browser and starts a stack for all tests of the surrounding suite. `config` is that of `TestStack.start`. */
export function useBrowserAndStack(config?: Readonly<Record<string, unknown>>): {
  browser: () => Browser
  stack: () => TestStack
} {
  const browser = useBrowser()
  let stack: TestStack | undefined
  before(async () => {
    stack = await TestStack.start(config)
  })
  after(() => stack?.remove())
  return { browser, stack: () => stack! }
}

/** An open page with its requests and errors. */
export interface Watched {
  page: Page
  /** URLs of its requests. */
  requests: string[]
  /** Messages of its console, including violations of the content security policy. */
  complaints: string[]
}

export interface Look {
  scheme?: 'light' | 'dark'
  /** Width in CSS pixels. */
  width?: number
  /** Pixels per CSS pixel: 2 with half the width is a zoom of 200 %. */
  zoom?: number
}

export async function openPage(
  browser: Browser,
  url: string,
  { scheme = 'light', width = 1280, zoom = 1 }: Look = {},
): Promise<Watched> {
  const page = await browser.newPage()
  page.setDefaultTimeout(timeoutMs)
  const watched: Watched = { page, requests: [], complaints: [] }
  page.on('request', (request) => watched.requests.push(request.url()))
  page.on('console', (message) => watched.complaints.push(message.text()))
  page.on('pageerror', (error) => watched.complaints.push(String(error)))
  await page.setViewport({ width, height: 800, deviceScaleFactor: zoom })
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.evaluateOnNewDocument(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url)
  return watched
}

/** Holds all requests of the page for `path` from now on. Each one waits until its `continue` is called. */
export async function hold(page: Page, path: string): Promise<readonly HTTPRequest[]> {
  const held: HTTPRequest[] = []
  // Requests in flight when interception starts would never count as finished.
  await page.waitForNetworkIdle({ idleTime: 100 })
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) held.push(request)
    else void request.continue()
  })
  return held
}

/** Continues held requests one after the other. Resolves when the page has all responses and no requests in flight. */
export async function release(page: Page, requests: readonly HTTPRequest[]): Promise<void> {
  for (const request of requests) {
    const answered = page.waitForResponse((response) => response.request() === request)
    await request.continue()
    await (await answered).text()
  }
  await page.waitForNetworkIdle({ idleTime: 100 })
}

/** Delays all requests of the page for `path` from now on until the response to `first` arrives. */
export async function delay(page: Page, path: string, first: string): Promise<void> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === first)
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const isLate = new URL(request.url()).pathname === path
    void (isLate ? answered : Promise.resolve()).then(() => request.continue())
  })
}

const axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Returns violations of WCAG 2.2 A and AA and of best practices, each with its element. https://github.com/dequelabs/axe-core */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const checker = Reflect.get(window, 'axe') as {
      run: () => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
    }
    const { violations } = await checker.run()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  })
}

/** Maximum number of tab stops within one field, such as those of a date. */
const maxParts = 10

/** Returns the tab stops of the page in order, by element and name. */
export async function tabStops(page: Page): Promise<string[]> {
  const stops: string[] = []
  for (let parts = 0; ;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return undefined
      if (element.getAttribute('data-seen') === 'last') return 'part'
      if (element.hasAttribute('data-seen')) return undefined
      document.querySelector('[data-seen=last]')?.setAttribute('data-seen', '')
      element.setAttribute('data-seen', 'last')
      const style = getComputedStyle(element)
      const marked = element.matches(':focus-visible')
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      return `${element.localName} ${(element as HTMLInputElement).labels?.[0]?.textContent?.trim() ?? name}${marked && style.visibility === 'visible' ? '' : ' (not shown)'}`
    })
    parts = stop === 'part' ? parts + 1 : 0
    if (stop === undefined || parts > maxParts) return stops
    if (stop !== 'part') stops.push(stop)
  }
}

export function textOf(page: Page, selector: string): Promise<string[]> {
  return page.$$eval(selector, (elements) => elements.map((element) => element.textContent))
}
