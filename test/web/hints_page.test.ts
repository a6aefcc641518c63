/** Web tests: an event with misspelled fields, from `validateOnly` to SQL and the pages of the console; and aliases of a saved definition. */
import assert from 'node:assert/strict'
import { clientOf } from '../support/client.ts'
import { openPage, textOf, useBrowserAndStack, violationsOf } from '../support/browser.ts'
import { press, says } from '../support/page.ts'
import { until } from '../support/until.ts'

/** The misspelled event: no field of it is known. */
const misspelled = { event_id: 'h-1', userId: 's3cret-1', contentName: 's3cret-2' }

describe('misspelled fields', () => {
  const { browser, stack } = useBrowserAndStack()
  const client = () => clientOf(stack().facts)
  const open = (path: string) => openPage(browser(), new URL(path, stack().facts.consoleUrl).href)
  const stored = (id: string) =>
    until(
      `${id} is stored`,
      async () => (await client().query(`SELECT 1 FROM events WHERE event_id = '${id}'`)).length > 0,
    )
  const hintsOf = (id: string) =>
    client().query(
      `SELECT hint.field, hint.kind, hint.did_you_mean, hint.got FROM events, UNNEST(hints) AS hint WHERE event_id = '${id}' ORDER BY hint.field`,
    )

  before(async () => {
    const response = await client().post('/v1/topics/view_content', misspelled)
    assert.equal(response.status, 200, await response.text())
    await stored('h-1')
  })

  it('are hints in validateOnly, and the event is valid', async () => {
    const response = await client().post('/v1/topics/view_content?validateOnly=true', misspelled)
    const text = await response.text()
    const { results } = JSON.parse(text) as {
      results: readonly { valid: boolean; hints: readonly { field: string; did_you_mean?: string }[] }[]
    }
    assert.deepEqual(
      results.map(({ valid, hints }) => [
        valid,
        ...hints.flatMap(({ field, did_you_mean: known }) =>
          known === undefined ? [] : `${field} → ${known}`,
        ),
      ]),
      [[true, 'event_data.userId → user_id', 'event_data.contentName → content_name']],
    )
    assert.doesNotMatch(text, /s3cret/)
  })

  it('are hints in the row and rows of field_drift', async () => {
    const similar = { kind: 'similar', got: 'string of 8 characters' }
    assert.deepEqual(await hintsOf('h-1'), [
      { field: 'event_data.contentName', did_you_mean: 'content_name', ...similar },
      { field: 'event_data.userId', did_you_mean: 'user_id', ...similar },
    ])
    const drift = await client().query(
      `SELECT event_name, field, did_you_mean, events, example_event_id FROM field_drift ORDER BY field`,
    )
    const counted = { event_name: 'view_content', events: '1', example_event_id: 'h-1' }
    assert.deepEqual(drift, [
      { ...counted, field: 'event_data.contentName', did_you_mean: 'content_name' },
      { ...counted, field: 'event_data.userId', did_you_mean: 'user_id' },
    ])
  })

  it('are on the page of the event', async () => {
    const { page, complaints } = await open('/console/events/h-1')
    await says(page, 'Fields that are probably meant as others.')
    assert.deepEqual(await textOf(page, '[aria-label="Hints"] tbody tr td:nth-child(-n + 2)'), [
      'event_data.userId',
      'user_id',
      'event_data.contentName',
      'content_name',
    ])
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('are on the page of the event type, with an event that has them', async () => {
    const { page, complaints } = await open('/console/catalogue/view_content')
    const table = '[aria-label="Fields that are probably meant as others"]'
    await page.waitForSelector(`${table} tbody tr`)
    const rows = await textOf(page, `${table} tbody tr td:nth-child(-n + 3)`)
    assert.deepEqual(rows, [
      '1',
      'event_data.contentName',
      'content_name',
      '1',
      'event_data.userId',
      'user_id',
    ])
    assert.match(
      (await page.$eval(`${table} a`, (anchor) => anchor.getAttribute('href'))) ?? '',
      /^\/console\/events\/h-1\?at=/,
    )
    await press(page, 'Count how many events have each field')
    await says(page, 'did you mean content_name?')
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('are read as the fields that they stand for, if the definition of their type says so', async () => {
    const fields = { article_id: { type: 'string', description: 'Id of the article.', example: 'A-1' } }
    const definition = {
      name: 'article_read',
      version: '1.0',
      description: 'A person read an article.',
      fields,
    }
    const wrong = await client().post('/v1/console/definitions', {
      event: { ...definition, aliases: { articleId: 'artcle_id' } },
    })
    assert.equal(wrong.status, 400)
    assert.match(await wrong.text(), /aliases\.articleId names .*artcle_id.* did you mean .*article_id/)
    const event = { ...definition, aliases: { articleId: 'article_id', userId: 'user_id' } }
    const saved = await client().post('/v1/console/definitions', { event })
    assert.equal(saved.status, 200, await saved.text())
    await until('the front door knows the type', async () => {
      const body = { event_id: 'h-2', articleId: 'A-7', userId: 'u-7' }
      return (await client().post('/v1/topics/article_read', body)).ok
    })
    await stored('h-2')
    assert.deepEqual(
      await client().query(
        `SELECT JSON_VALUE(event_data, '$.article_id') AS article_id, user_id, ARRAY_LENGTH(violations) AS violations
         FROM events WHERE event_id = 'h-2'`,
      ),
      [{ article_id: 'A-7', user_id: 'u-7', violations: '0' }],
    )
    const alias = { kind: 'alias', got: 'string of 3 characters' }
    assert.deepEqual(await hintsOf('h-2'), [
      { field: 'event_data.articleId', did_you_mean: 'article_id', ...alias },
      { field: 'event_data.userId', did_you_mean: 'user_id', ...alias },
    ])
  })

  it('in the group contextFields are none: it is merged', async () => {
    const consent = { ad_storage: 'denied' }
    const response = await client().post('/v1/topics/view_content', {
      contextFields: { event_id: 'h-3', user_id: 'u-8', consent },
      event_data: { content_name: 'c' },
    })
    assert.equal(response.status, 200, await response.text())
    await stored('h-3')
    assert.deepEqual(
      await client().query(
        `SELECT user_id, JSON_VALUE(consent, '$.ad_storage') AS ad_storage, content_name FROM view_content WHERE event_id = 'h-3'`,
      ),
      [{ user_id: 'u-8', ad_storage: 'denied', content_name: 'c' }],
    )
    assert.deepEqual(await hintsOf('h-3'), [])
  })
})
