/** Screenshots of the docs, a program: `npm run screenshots` starts a demo, waits for its first steps, and takes the pictures of
 * docs/console.md. `npm run screenshots -- <folder>` takes them of the demo that runs there. */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import type { StackInfo } from '../../local/stack_info.ts'
import { openBrowser, withoutBrowser } from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { repositoryRoot } from '../support/sources.ts'
import { until } from '../support/until.ts'
import { DemoProcess } from '../support/demo_process.ts'
import { demoPages, openDemoPage, type DemoPage } from '../support/demo_pages.ts'

/** Maximum size of a picture in bytes. */
const maxBytes = 150_000

/** The last of the first steps is the second health check. */
async function firstSteps(facts: StackInfo): Promise<void> {
  const checks = `SELECT run_id FROM runs WHERE kind = 'health' AND state = 'finished'`
  await until('the demo has done its first steps', async () => {
    const runs = await clientOf(facts).query(
      `SELECT name FROM runs WHERE kind = 'sync' AND finished_at IS NOT NULL`,
    )
    return runs.length >= 3 && (await clientOf(facts).query(checks)).length >= 2
  })
}

async function take(browser: Browser, facts: StackInfo, shown: DemoPage, picture: string): Promise<void> {
  const page = await openDemoPage(browser, facts, shown, { width: 1120 })
  await page.waitForNetworkIdle({ idleTime: 500 })
  if (shown.scrollTo !== undefined)
    await page.$eval(shown.scrollTo, (element) => element.scrollIntoView({ block: 'start' }))
  const file = `${join(repositoryRoot, 'docs/screenshots', picture)}.png` as const
  await page.screenshot({ path: file })
  await page.close()
  const { size } = await stat(file)
  if (size > maxBytes) throw new Error(`${file} has ${size} bytes, more than ${maxBytes}.`)
  console.log(`${picture.padEnd(14)} ${(size / 1000).toFixed(0).padStart(4)} KB`)
}

async function takeAll(dir: string): Promise<void> {
  const facts = JSON.parse(await readFile(join(dir, 'stack.json'), 'utf8')) as StackInfo
  await firstSteps(facts)
  const browser = await openBrowser()
  if (!browser) return console.log(withoutBrowser)
  try {
    for (const shown of demoPages)
      if (shown.picture !== undefined) await take(browser, facts, shown, shown.picture)
  } finally {
    await browser.close()
  }
}

const [running] = process.argv.slice(2)
if (running !== undefined) await takeAll(running)
else {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-screenshots-'))
  const demo = await DemoProcess.start(dir, 30)
  try {
    await takeAll(dir)
  } finally {
    await demo.end()
    await rm(dir, { recursive: true, force: true })
  }
}
