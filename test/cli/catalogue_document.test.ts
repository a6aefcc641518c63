/** docs/catalogue.md has every standard event type and every context field. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { catalogueCommand, catalogueFile, catalogueText } from '../../cli/catalogue_document/index.ts'
import { ContextFields } from '../../schemas/context.ts'
import { eventTypes } from '../../schemas/event_types.ts'

describe('docs/catalogue.md', () => {
  let page: string
  before(async () => {
    page = await catalogueText()
  })

  it('is up to date', async () => {
    const written = await readFile(catalogueFile, 'utf8').catch(() => '')
    assert.ok(written === page, `docs/catalogue.md is out of date: run \`${catalogueCommand}\``)
  })

  it('has a section of every standard event type, with each of its fields', () => {
    for (const { name, description, fields } of eventTypes.values()) {
      const [, section = ''] = new RegExp(`\n## ${name}\n(.*?)(?=\n## |$)`, 's').exec(page) ?? []
      assert.ok(section.includes(description), name)
      for (const field of Object.keys(fields))
        assert.match(section, new RegExp(`^\\| \`${field}\``, 'm'), name)
    }
  })

  it('has every context field, with the signals of consent, and the members of items', () => {
    const members = Object.keys(ContextFields.properties)
    for (const field of [...members, 'ad_user_data', 'item_id'])
      assert.match(page, new RegExp(`^\\| \`${field}\` +\\|`, 'm'))
  })
})
