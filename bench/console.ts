/** Bench `console`: time to first paint and to the numbers of the console's page over 100,000 events. */
import { clientOf } from '../test/console/client.ts'
import { shownFigures } from '../test/console/page.ts'
import { load, monthOf } from '../test/console/seed.ts'
import { overviewQueries } from '../functions/console/queries/index.ts'
import { periodParameters } from '../functions/console/queries/query.ts'
import { openBrowser, openPage, withoutBrowser } from '../test/support/browser.ts'
import { TestStack } from '../test/support/stack.ts'
import { median } from './report.ts'
import { pick, scaleOfArguments, type Scale } from './scale.ts'

export async function benchConsole(scale: Scale): Promise<void> {
  const count = pick(scale, 100_000, 500)
  const rounds = pick(scale, 5, 1)
  const browser = await openBrowser()
  if (!browser) return console.log(withoutBrowser)
  const stack = await TestStack.start()
  try {
    const { facts } = stack
    const bigquery = clientOf(facts)
    await load(bigquery.dataset(facts.dataset), monthOf(count, Date.now()))

    const paints: number[] = []
    const numbers: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { page } = await openPage(browser, facts.consoleUrl)
      await page.waitForSelector('.overview[aria-busy=false] .figures .value')
      const [paint, shown] = await page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        performance.now(),
      ])
      paints.push(paint!)
      numbers.push(shown!)
      if (round === 0)
        console.log(`24 hours of ${count} events in a month: ${JSON.stringify(await shownFigures(page))}`)
      await page.close()
    }
    console.log(
      `first contentful paint  ${median(paints).toFixed(0)} ms (${paints.map(Math.round).join(', ')})`,
    )
    console.log(
      `numbers and charts      ${median(numbers).toFixed(0)} ms (${numbers.map(Math.round).join(', ')})`,
    )

    const values = {
      from: new Date(Date.now() - 86_400_000).toISOString(),
      to: new Date().toISOString(),
      bucket: '900',
    }
    for (const { name, sql } of overviewQueries) {
      const params = Object.fromEntries(
        periodParameters(sql).map((parameter) => [
          parameter,
          parameter === 'bucket' ? Number(values.bucket) : bigquery.timestamp(values[parameter]),
        ]),
      )
      const begun = performance.now()
      await bigquery.query({ query: sql, params, defaultDataset: { datasetId: facts.dataset } })
      console.log(`  query ${name.padEnd(16)} ${(performance.now() - begun).toFixed(0)} ms alone`)
    }
  } finally {
    await browser.close()
    await stack.remove()
  }
}

if (import.meta.main) await benchConsole(scaleOfArguments())
