/** Web tests: the page What was changed: who changed what, why and from where, and no text of a caller as markup. */
import assert from 'node:assert/strict'
import { runsConfig } from '../console/runs.ts'
import { openPage, textOf, useBrowserAndStack, violationsOf, type Look } from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { labelled, reads, says } from '../support/page.ts'
import { tokenOf } from '../support/roles.ts'

const operator = 'operator@sluice-local.iam.gserviceaccount.com'
const editor = 'editor@sluice-local.iam.gserviceaccount.com'

describe('the page What was changed', () => {
  const { browser, stack } = useBrowserAndStack(runsConfig)
  const open = (path = '/console/changes', look: Look = {}) =>
    openPage(browser(), new URL(path, stack().facts.consoleUrl).href, look)

  before(async () => {
    const client = clientOf(stack().facts)
    const asked = async (path: string, body: object, headers = {}): Promise<void> => {
      const response = await client.post(path, body, headers)
      assert.equal(response.status, 200, await response.text())
    }
    const agent = { 'user-agent': '<img src=x onerror=alert(1)>' }
    await asked('/v1/console/operations', { operation: 'requeue', target: 'crm' }, agent)
    await asked('/v1/console/suppressions/add', { field: 'user_id', value: 'u-1815', reason: 'objected' })
    await asked('/v1/console/definitions', {
      event: { name: 'tree_planted', version: '1.0', description: 'A tree was planted.', fields: {} },
      comment: 'asked by the foresters',
    })
    await client.arrange(
      `INSERT INTO definitions (kind, name, version, created_at, created_by, definition, comment)
       VALUES ('event', 'by_statement', '1.0', CURRENT_TIMESTAMP(), 'ada@acme.example', JSON '{}', 'by hand')`,
    )
    const refused = await client.post(
      '/v1/console/runs/replay',
      {
        destination: 'crm',
        from: '2026-03-01T00:00:00Z',
        to: '2026-03-02T00:00:00Z',
        dry_run: true,
      },
      { authorization: `Bearer ${tokenOf(stack().facts, 'analyst')}` },
    )
    assert.equal(refused.status, 403)
  })

  const shown = (page: Parameters<typeof textOf>[0]) => async () =>
    page.$$eval('.changes-page tbody tr', (rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].slice(1).map((cell) => cell.textContent)),
    )

  it('lists who changed what, why and from where, the latest first', async () => {
    const { page, complaints } = await open()
    await says(page, 'tree_planted')
    await reads(shown(page), [
      [
        'analyst@sluice-local.iam.gserviceaccount.com',
        'Counted a replay to crm',
        'refused: PERMISSION_DENIED',
        '',
        'api',
      ],
      ['ada@acme.example', 'Saved by_statement@1.0', 'done', 'by hand', 'BigQuery'],
      [editor, 'Saved tree_planted@1.0', 'done', 'asked by the foresters', 'api'],
      [operator, 'Let nothing leave user_id', 'done', 'objected', 'api'],
      [operator, 'Requeued dead letters crm', 'asked, not known how it ended', '', 'api'],
    ])
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('filters by kind and by who asked, both in the address, an account only after #', async () => {
    const { page, requests } = await open()
    await says(page, 'tree_planted')
    await (await labelled(page, 'Kind')).select('people')
    await reads(shown(page), [[operator, 'Let nothing leave user_id', 'done', 'objected', 'api']])
    await (await labelled(page, 'Kind')).select('')
    await (await labelled(page, 'Who asked')).type(editor)
    await page.keyboard.press('Enter')
    await reads(shown(page), [[editor, 'Saved tree_planted@1.0', 'done', 'asked by the foresters', 'api']])
    assert.match(page.url(), /#by=editor%40/)
    await page.reload()
    await reads(async () => (await textOf(page, '.changes-page tbody tr')).length, 1)
    assert.deepEqual(
      requests.filter((url) => /editor/.test(url.split('#')[0]!)),
      [],
    )
    await page.close()
  })

  for (const look of [{ scheme: 'dark', width: 390, zoom: 2 }, { width: 320 }] as const)
    it(`has no accessibility violations and does not scroll sideways ${JSON.stringify(look)}`, async () => {
      const { page } = await open('/console/changes', look)
      await says(page, 'tree_planted')
      assert.deepEqual(await violationsOf(page), [])
      const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert.ok(width! <= available!, `${width} of ${available} pixels`)
      await page.close()
    })
})
