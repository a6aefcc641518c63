/** Links: a destination's link cannot send as plain text what the target accepts hashed. */
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

describe('a personal value that the target accepts hashed', () => {
  const places: Readonly<Record<string, readonly [field: string, source: Source, at?: string]>> = {
    unchanged: ['custom_data.email', 'email'],
    'in lower case': ['custom_data.email', { from: 'email', as: 'lower' }],
    'in a template': ['custom_data.content_name', { template: 'Bought by {email}' }],
    'among alternatives': ['custom_data.buyer', { first: ['transaction_id', 'email'] }],
    'in a list': ['custom_data.content_ids', { list: ['email'] }, 'custom_data.content_ids[]'],
    'in an object': ['custom_data.buyer', { object: { mail: 'email' } }, 'custom_data.buyer.mail'],
    'under a condition': ['custom_data.email', { when: { path: 'value', exists: true }, then: 'email' }],
    'in the field of another identifier': ['user_data.anon_id', 'email'],
  }
  for (const [title, [field, source, at = field]] of Object.entries(places)) {
    it(`is refused in a field that is not hashed: ${title}`, () => {
      const message =
        '"email" is personal and would be sent as plain text. Use "user_data.em[]", where the target accepts it hashed.'
      assert.deepEqual(meta(field, source), [`*.${at}: ${message}`])
    })
  }

  it('is reported with the hashed field to use, once per value', () => {
    const link = { 'custom_data.tel': 'phone', 'custom_data.town': 'city', 'custom_data.who': 'user_id' }
    const fields = ['user_data.ph[]', 'user_data.ct[]', 'user_data.external_id[]']
    assert.deepEqual(
      problemsOf('meta', { purchase: link }).map((line) => /Use "(.+)"/.exec(line)?.[1]),
      fields,
    )
  })

  it('is allowed in another hashed field, in a condition and in a value table', () => {
    assert.deepEqual(meta('user_data.external_id', { list: ['email'] }), [])
    assert.deepEqual(
      meta('custom_data.known', { when: { path: 'email', exists: true }, then: { const: true } }),
      [],
    )
    assert.deepEqual(meta('custom_data.zone', { from: 'country', values: { GB: 'north' } }), [])
    assert.deepEqual(meta('custom_data.source', 'utm_source'), [])
  })

  it('is allowed for a target that accepts it as plain text', () => {
    for (const target of ['segment', 'customerio', 'klaviyo', 'webhook', 'pubsub', 'amplitude', 'braze'])
      assert.deepEqual(
        problemsOf(target, { '*': { 'properties.mail': 'email' } }).filter((line) =>
          line.includes('personal'),
        ),
        [],
        target,
      )
  })

  it("is never exposed by a target's own links", () => {
    for (const target of Object.values(targets))
      assert.deepEqual(checkDestination({}, target), [], target.name)
  })

  it('fails the start of a destination, and check:destinations names the field', async () => {
    const linkage = { '*': { 'custom_data.email': 'email' } }
    assert.throws(
      () => requireLinks({ id: 'ads', settings: {}, linkage }, targetOf('meta')),
      /destination "ads": linkage\.\*\.custom_data\.email: "email" is personal .* Use "user_data\.em\[\]"/,
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
