/** docs/targets.md has what the targets declare, by the vendors' pages. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { targetsCommand, targetsFile, targetsText } from '../../cli/targets_document/index.ts'
import { ageText, durationText } from '../../cli/targets_document/target_limits.ts'
import { furtherFieldsText } from '../../cli/targets_document/target_facts.ts'
import * as targets from '../../functions/targets/index.ts'

describe('docs/targets.md', () => {
  it('is up to date', async () => {
    const written = await readFile(targetsFile, 'utf8').catch(() => '')
    assert.ok(written === (await targetsText()), `docs/targets.md is out of date: run \`${targetsCommand}\``)
  })

  /** Returns the cells of the row of a target, in the table below a heading. */
  const rowOf = (page: string, heading: string, target: string): readonly string[] => {
    const part = page.slice(page.indexOf(`\n## ${heading}\n`))
    const line = part.split('\n').find((each) => each.startsWith(`| [\`${target}\`](#${target})`))
    assert.ok(line, `${heading} has no row of ${target}`)
    return line
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.trim())
  }

  it('has a row of every target in each table, and a section', async () => {
    const page = await targetsText()
    for (const { name, docs } of Object.values(targets)) {
      for (const heading of ['What is sent', 'Limits', 'People']) assert.ok(rowOf(page, heading, name))
      assert.ok(page.includes(`\n## ${name}\n`) && page.includes(`](${docs})`), name)
    }
  })

  it('has the limits of the vendors', async () => {
    const page = await targetsText()
    // https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api: 1,000 events, seven days, 62 days for physical_store.
    assert.deepEqual(rowOf(page, 'Limits', 'meta').slice(0, 4), [
      '7 days; 62 days if `action_source` is `physical_store`',
      '1 minute ahead',
      '1,000',
      '1 MB',
    ])
    // https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events: 72 hours, 25 events, 130 KB.
    const [age, , events, size] = rowOf(page, 'Limits', 'ga4')
    assert.deepEqual([age, events, size], ['3 days', '25, of one group', '130 KB'])
    // https://developers.google.com/tag-platform/security/concepts/consent-mode and Meta's data processing options.
    assert.deepEqual(rowOf(page, 'People', 'meta').slice(0, 2), [
      '`ad_storage`, `ad_user_data`',
      '[`data_processing_options`](https://developers.facebook.com/docs/marketing-apis/data-processing-options)',
    ])
  })

  it('marks an age that the vendor does not document, with the setting that changes it', () => {
    const { pinterest } = targets
    assert.equal(ageText(pinterest), '7 days, assumed: setting `max_age_days`')
    assert.throws(
      () => ageText({ ...pinterest, settings: targets.meta.settings }),
      /pinterest assumes its time window and has no setting max_age_days/,
    )
    assert.equal(ageText({ ...pinterest, time: undefined }), 'any')
    const byUser = {
      maxAge: ({ user_data }: Readonly<Record<string, unknown>>) => (user_data ? 1 : 2),
      maxFuture: 0,
    }
    assert.throws(
      () => ageText({ ...pinterest, time: byUser }),
      /depends on user_data, which lists no values/,
    )
  })

  it('tells of a list that it takes rows of syncs, and how it finds its members', async () => {
    const page = await targetsText()
    assert.deepEqual(rowOf(page, 'What is sent', 'klaviyo_list').slice(1, 3), [
      'rows of syncs only',
      'rows of syncs only',
    ])
    // https://support.google.com/google-ads/answer/14310715
    assert.equal(
      rowOf(page, 'People', 'google_customer_match')[0],
      '`ad_storage`, `ad_user_data`, `ad_personalization`',
    )
    // https://developers.klaviyo.com/en/reference/remove_profiles_from_list takes ids of profiles.
    assert.match(
      page,
      /members by `email`, `phone`, `user_id`\. If one of these changes, the former member is removed\. Those to be removed are found first\./,
    )
  })

  it('names the places of further fields', () => {
    assert.equal(furtherFieldsText(targets.webhook), 'the event is sent unchanged')
    assert.equal(furtherFieldsText(targets.reddit), 'none')
    assert.equal(furtherFieldsText({ ...targets.reddit, extra: true }), '`extra.<path>`')
    assert.equal(furtherFieldsText(targets.mixpanel), '`extra.<path>`, `custom.<name>`')
  })

  it('writes a duration in its largest whole unit', () => {
    const seconds = [1, 90, 900, 3600, 86_400, 90 * 86_400]
    assert.deepEqual(seconds.map(durationText), [
      '1 second',
      '90 seconds',
      '15 minutes',
      '1 hour',
      '1 day',
      '90 days',
    ])
  })
})
