/** Targets: whole requests are valid by the vendor's official schema, for every event type, on the web, in apps and in shops. The files in
 * test/targets/official name their sources and dates. */
import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'
import { compile } from '../../functions/event/violations.ts'
import { keywordsOf } from '../../functions/linkage/keywords.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { google_data_manager } from './google_data_manager.ts'
import dataManagerSchema from './official/google_data_manager.json' with { type: 'json' }
import pinterestSchema from './official/pinterest.json' with { type: 'json' }
import { pinterest } from './pinterest.ts'
import { run, settingsFor } from './run.ts'

const now = '2026-03-14T10:00:00Z'

/** A person with every context field that these targets read. */
const person = {
  event_time: now,
  user_id: 'u-1815',
  anonymous_id: 'anon-7f3a91',
  email: 'ada@example.com',
  phone: '+442071234567',
  first_name: 'Ada',
  last_name: 'Lovelace',
  gender: 'f',
  date_of_birth: '1990-12-10',
  city: 'London',
  region: 'England',
  postal_code: '94107',
  country: 'GB',
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0',
  locale: 'en-GB',
  page_url: 'https://shop.example/',
  epik: 'dj0yJnU9exampleEpik',
  gclid: 'EAIaIQobChMI',
  app_id: 'com.example.news',
  app_name: 'Example News',
  app_version: '4.12.0',
  device_brand: 'Samsung',
  device_model: 'SM-S921B',
  device_type: 'mobile',
  os_name: 'Android',
  os_version: '16',
  advertising_id: '38400000-8cf0-11bd-b23e-10b96e40000d',
  consent: { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' },
}

const everyType = Object.fromEntries([...eventTypes.keys()].map((name) => [name, '111']))

const officials = [
  {
    name: 'pinterest',
    schema: pinterestSchema as TSchema,
    event: pinterestSchema.properties.data.items as TSchema,
    settings: pinterest.minimal,
    examples: pinterest.examples,
  },
  {
    name: 'google_data_manager',
    schema: dataManagerSchema as TSchema,
    event: dataManagerSchema.properties.events.items as TSchema,
    settings: { ...google_data_manager.minimal, conversion_actions: everyType },
    examples: google_data_manager.examples,
  },
]

/** Returns the paths of all members of an object and its elements, such as `custom_data.contents[].id`. */
function pathsIn(schema: TSchema, path = ''): readonly string[] {
  const { properties = {}, items, anyOf = [] } = keywordsOf(schema)
  return [
    ...Object.entries(properties).flatMap(([name, member]) => {
      const at = path === '' ? name : `${path}.${name}`
      return [at, ...pathsIn(member, at)]
    }),
    ...(items ? pathsIn(items, `${path}[]`) : []),
    ...anyOf.flatMap((each) => pathsIn(each, path)),
  ]
}

for (const { name, schema, event, settings, examples } of officials) {
  const target = targetOf(name)
  const isValid = compile(schema)

  describe(`the official schema of ${name}`, () => {
    it('knows every field of the target', () => {
      const known = new Set(pathsIn(event))
      const unknown = pathsIn(target.fields!).filter((path) => path !== 'extra' && !known.has(path))
      assert.deepEqual(unknown, [])
    })

    it('accepts the requests of the cases', () => {
      for (const { title, sends } of examples)
        if (Array.isArray(sends)) for (const { body } of sends) assert.ok(isValid(body), title)
    })

    it('accepts every event type that the target sends', () => {
      let sent = 0
      for (const { examples: events } of eventTypes.values())
        for (const action_source of ['web', 'app', 'store'])
          for (const each of events) {
            const posted = { ...each, ...person, action_source, limited_data_use: target.honours !== null }
            const result = run(
              target,
              { title: '', docs: '', settings, events: [posted], now, sends: [] },
              settingsFor(target, settings),
            )
            if (!Array.isArray(result)) continue
            for (const { body } of result)
              assert.ok(isValid(body), `${JSON.stringify(each)}: ${JSON.stringify(body)}`)
            sent += result.length
          }
      assert.ok(sent > eventTypes.size, `only ${sent} events were sent`)
    })

    it('refuses a member that it does not list', () => {
      const [{ body }] = examples.flatMap(({ sends }) => (Array.isArray(sends) ? sends : []))
      const text = JSON.stringify(body)
      assert.ok(isValid(JSON.parse(text)))
      assert.ok(!isValid(JSON.parse(text.replace('[{', '[{"surprise":1,'))))
    })
  })
}
