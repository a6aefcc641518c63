/** Web tests: the page Runs lists who asked for what, and shows no text of a caller as markup. */
import assert from 'node:assert/strict'
import { openRuns, runsConfig } from '../console/runs.ts'
import { textOf, useBrowserAndStack, violationsOf } from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { press, says } from '../support/page.ts'

describe('the audit trail on the page Runs', () => {
  const { browser, stack } = useBrowserAndStack(runsConfig)

  it('is read when it is opened, and says who asked for what', async () => {
    const client = clientOf(stack().facts)
    const operation = { operation: 'requeue', target: 'crm' }
    const headers = { 'user-agent': '<img src=x onerror=alert(1)>' }
    assert.equal((await client.post('/v1/console/operations', operation, headers)).status, 200)
    const { page, complaints } = await openRuns(browser(), stack().facts.baseUrl)
    assert.deepEqual(await textOf(page, '.runs table'), [])
    await press(page, 'Show')
    await says(page, 'requeue crm')
    const [row] = await textOf(page, '.runs tbody tr')
    assert.match(row!, /operator@sluice-local\.iam\.gserviceaccount\.com\s*requeue crm\s*asked\s*api/)
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })
})
