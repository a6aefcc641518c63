/** Links: what a third party takes hashed cannot be brought to it as plain text by a link of one's own. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkDestination, requireLinks } from '../../functions/linkage/require_links.ts'
import * as targets from '../../functions/targets/index.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import type { Link, Source } from '../../schemas/link.ts'
import { checkDestinations } from '../../cli/inspect/check_destinations.ts'

function problemsOf(target: string, linkage: Readonly<Record<string, Link>>): readonly string[] {
  return checkDestination({ linkage }, targetOf(target)).map(
    ({ link, field, message }) => `${link}.${field}: ${message}`,
  )
}

function meta(field: string, source: Source): readonly string[] {
  return problemsOf('meta', { '*': { [field]: source } })
}

describe('a personal value that the target takes hashed', () => {
  const places: Readonly<Record<string, readonly [field: string, source: Source, at?: string]>> = {
    'as it is': ['custom_data.email', 'email'],
    'in other letters': ['custom_data.email', { from: 'email', as: 'lower' }],
    'in a text': ['custom_data.content_name', { template: 'Bought by {email}' }],
    'among alternatives': ['custom_data.buyer', { first: ['transaction_id', 'email'] }],
    'in a list': ['custom_data.content_ids', { list: ['email'] }, 'custom_data.content_ids[]'],
    'in an object': ['custom_data.buyer', { object: { mail: 'email' } }, 'custom_data.buyer.mail'],
    'under a condition': ['custom_data.email', { when: { path: 'value', exists: true }, then: 'email' }],
    'in a field for another, plain identifier': ['user_data.anon_id', 'email'],
  }
  for (const [title, [field, source, at = field]] of Object.entries(places)) {
    it(`is refused in a field that is none of a person's: ${title}`, () => {
      const words =
        '"email" is personal and would leave as plain text; the target takes it hashed, in "user_data.em[]".'
      assert.deepEqual(meta(field, source), [`*.${at}: ${words}`])
    })
  }

  it('is named with the field that it belongs in, each by itself', () => {
    const link = { 'custom_data.tel': 'phone', 'custom_data.town': 'city', 'custom_data.who': 'user_id' }
    const fields = ['user_data.ph[]', 'user_data.ct[]', 'user_data.external_id[]']
    assert.deepEqual(
      problemsOf('meta', { purchase: link }).map((line) => /in "(.+)"/.exec(line)?.[1]),
      fields,
    )
  })

  it('may go to another field that is hashed, and may be tested, counted on or looked up', () => {
    assert.deepEqual(meta('user_data.external_id', { list: ['email'] }), [])
    assert.deepEqual(
      meta('custom_data.known', { when: { path: 'email', exists: true }, then: { const: true } }),
      [],
    )
    assert.deepEqual(meta('custom_data.zone', { from: 'country', values: { GB: 'north' } }), [])
    assert.deepEqual(meta('custom_data.source', 'utm_source'), [])
  })

  it('is no matter where the target takes it as it is', () => {
    for (const target of ['segment', 'customerio', 'klaviyo', 'webhook', 'pubsub', 'amplitude', 'braze'])
      assert.deepEqual(
        problemsOf(target, { '*': { 'properties.mail': 'email' } }).filter((line) =>
          line.includes('personal'),
        ),
        [],
        target,
      )
  })

  it('is never brought anywhere else by a target of ours', () => {
    for (const target of Object.values(targets))
      assert.deepEqual(checkDestination({}, target), [], target.name)
  })

  it('keeps a destination from starting, and check:destinations tells where', async () => {
    const linkage = { '*': { 'custom_data.email': 'email' } }
    assert.throws(
      () => requireLinks({ id: 'ads', settings: {}, linkage }, targetOf('meta')),
      /destination "ads" cannot work\. linkage\.\*\.custom_data\.email: "email" is personal .* in "user_data\.em\[\]"/,
    )
    const directory = await mkdtemp(join(tmpdir(), 'sluice-exposed-'))
    const settings = { dataset_id: '123456789012345' }
    const ads = { target: 'meta', settings, secrets: { access_token: 'not a real one' }, rules: [], linkage }
    const config = { 'gcp:project': 'acme-events', 'sluice:destinations': { ads } }
    await writeFile(join(directory, 'Pulumi.prod.yaml'), JSON.stringify({ config }))
    const { problems } = await checkDestinations(directory)
    assert.match(
      problems[0]!,
      /^Pulumi\.prod\.yaml: sluice:destinations\.ads\.linkage\.\*\.custom_data\.email: "email"/,
    )
    await rm(directory, { recursive: true })
  })
})
