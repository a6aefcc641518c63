/** Targets: each sends the right requests to its third party and classifies the responses, by the cases in test/targets. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Value } from 'typebox/value'
import { targetEventOf } from '../functions/linkage/event_name.ts'
import { linkFor } from '../functions/linkage/merge_links.ts'
import { usesOf } from '../functions/linkage/uses.ts'
import * as targets from '../functions/targets/index.ts'
import { targetOf } from '../functions/targets/registry.ts'
import { secretSettings, type LinkedEvent, type Target } from '../functions/targets/target.ts'
import { eventTypes } from '../schemas/event_types.ts'
import { LinkSchema } from '../schemas/link.ts'
import { Outcome } from '../schemas/outcome.ts'
import type { AnswerCase, Example, TargetCases } from './targets/case.ts'
import { run, settingsFor } from './targets/run.ts'

const folder = new URL('../functions/targets/', import.meta.url)

function caseFile(name: string): URL {
  return new URL(`targets/${name}.ts`, import.meta.url)
}

async function casesOf(name: string): Promise<TargetCases> {
  const module = (await import(caseFile(name).href)) as Readonly<Record<string, TargetCases>>
  const cases = module[name]
  assert.ok(cases?.examples, `test/targets/${name}.ts must export its cases as ${name}`)
  return cases
}

/** Files of functions/targets that declare a target. */
const declared: readonly string[] = await (async () => {
  const names: string[] = []
  for await (const file of glob('*.ts', { cwd: folder })) {
    const text = await readFile(new URL(file, folder), 'utf8')
    if (/^export const \w+ = defineTarget\(/m.test(text)) names.push(basename(file, '.ts'))
  }
  return names.toSorted()
})()

describe('targets', () => {
  it('are one file each, exported under its name, with one line in functions/targets/index.ts', () => {
    assert.deepEqual(
      Object.keys(targets).toSorted(),
      declared,
      'test/conventions.test.ts names the line to add',
    )
    for (const [name, target] of Object.entries(targets)) assert.equal(target.name, name)
  })

  it('have a file of cases each, in test/targets', () => {
    const missing = declared.filter((name) => !existsSync(caseFile(name)))
    assert.deepEqual(missing, [], 'write test/targets/<name>.ts; test/targets/case.ts has its type')
  })

  it('that do not exist are refused with a list of all targets', () => {
    assert.throws(() => targetOf('webhok'), /^Error: Unknown target "webhok". Expected one of: .*webhook/)
  })
})

/** Fields that people write in different ways, so that they must be normalized. */
const normalizedFields = new Set(
  'email phone first_name last_name gender date_of_birth city region postal_code'.split(' '),
)

/** The vendor's domain, without its subdomain. */
function domainOf(url: string): string {
  return new URL(url).hostname.split('.').slice(-2).join('.')
}

/** Returns the result of an example as text: requests, an outcome or an error. */
function resultOf(target: Target, example: Example, settings: Record<string, unknown>): string {
  try {
    return JSON.stringify(run(target, example, settings))
  } catch (error) {
    return String(error)
  }
}

function sentEvents({ events }: AnswerCase): LinkedEvent[] {
  const all = typeof events === 'number' ? Array.from({ length: events }, () => ({})) : events
  return all.map((fields, n) => ({
    id: `e-${n + 1}`,
    name: 'view_content',
    fields,
    text: JSON.stringify(fields),
  }))
}

for (const name of declared.filter((each) => existsSync(caseFile(each)))) {
  const target = targetOf(name)
  const cases = await casesOf(name)

  describe(`target ${name}`, () => {
    it('has a title, a page of the vendor, and a description of each setting', () => {
      assert.match(target.title, /^[A-Z]/)
      assert.match(target.docs, /^https:\/\//)
      assert.ok(target.batch.maxItems >= 1 && target.batch.maxBytes >= 1)
      for (const [setting, schema] of Object.entries(target.settings.properties)) {
        const { description } = schema as { description?: string }
        assert.match(description ?? '', /\.$/, `${setting} has no description that ends in a full stop`)
      }
      const links = [target.linkage, ...Object.values(target.linkageByEvent ?? {})]
      for (const link of links.filter((each) => each !== 'event'))
        assert.ok(Value.Check(LinkSchema, link), 'its linkage is not a link')
    })

    it('maps every standard event type, and refers only to existing settings', () => {
      const { events, test } = target
      const named = events !== 'as_is' && 'setting' in events ? events.setting : undefined
      for (const setting of [named, test ?? undefined].filter((each) => each !== undefined))
        assert.ok(setting in target.settings.properties, `there is no setting ${setting}`)
      if (events !== 'as_is' && named === undefined)
        assert.deepEqual(
          Object.keys(events).toSorted(),
          [...eventTypes.keys()].toSorted(),
          `functions/targets/${target.name}.ts: give events a member for each standard event type; null: it has no name`,
        )
    })

    it('normalizes fields that people write in different ways, in every target field', () => {
      if (target.linkage === 'event') return
      for (const type of eventTypes.keys()) {
        for (const { path, within, field, schema, as } of usesOf(linkFor({}, target, type)!, target.fields)) {
          if (within !== undefined || !normalizedFields.has(path) || !schema) continue
          const marks: { normalize?: string; anyOf?: readonly object[] } = schema
          const marked = [marks, ...(marks.anyOf ?? [])].some((each) => 'normalize' in each)
          assert.ok(marked || as !== undefined, `${field} gets ${path}: make it Hashed or Plain`)
        }
      }
    })

    it('accepts the minimal settings, and the full ones, which have every setting', () => {
      for (const settings of [cases.minimal, cases.full])
        assert.deepEqual(settingsFor(target, settings), settings)
      assert.deepEqual(
        Object.keys(cases.full).toSorted(),
        Object.keys(target.settings.properties).toSorted(),
        'the full settings must have every setting',
      )
      for (const setting of Object.keys(cases.minimal)) {
        const { [setting]: _, ...others } = cases.minimal
        assert.throws(() => settingsFor(target, others), new RegExp(setting), `${setting} is not required`)
      }
    })

    it('refuses secrets with pasted white space, which is invalid in headers', () => {
      for (const setting of secretSettings(target))
        for (const extra of ['\n', '\r\n', ' '])
          assert.throws(
            () => settingsFor(target, { ...cases.full, [setting]: `${String(cases.full[setting])}${extra}` }),
            new RegExp(setting),
          )
    })

    for (const [fault, settings] of Object.entries(cases.invalid)) {
      it(`refuses settings: ${fault}; the message names the setting and contains no value`, () => {
        assert.throws(
          () => settingsFor(target, settings),
          ({ message }: Error) => {
            assert.match(message, new RegExp(`^Destination "crm": .*${fault.split(' ', 1)[0]}`))
            for (const value of Object.values(settings)) {
              if (typeof value === 'string' && value !== '') assert.ok(!message.includes(value), message)
            }
            return true
          },
        )
      })
    }

    it('has at least three examples, each based on a page of the vendor, with a purchase if it accepts those', () => {
      assert.ok(cases.examples.length >= 3, 'at least three examples')
      for (const { docs, title } of cases.examples) {
        assert.match(docs, /^https:\/\//, title)
        assert.equal(domainOf(docs), domainOf(target.docs), `${title}: the page is not the vendor's`)
      }
      // A list takes the rows of syncs only.
      const acceptsPurchase = cases.examples.some(
        ({ settings }) => !target.audience && targetEventOf(target, settings, 'purchase') !== undefined,
      )
      const names = cases.examples.flatMap(({ events }) => events.map((event) => event['event_name']))
      assert.ok(!acceptsPurchase || names.includes('purchase'), 'an example with a purchase')
    })

    for (const example of cases.examples) {
      it(example.title, () => {
        if (example.sends instanceof RegExp) return assert.throws(() => run(target, example), example.sends)
        const result = run(target, example)
        if (!('outcome' in example.sends)) return assert.deepEqual(result, example.sends)
        // The detail starts with the path of the field; the rest is a message of the linkage layer.
        const { detail: expectedDetail, ...expected } = example.sends
        assert.ok('outcome' in result, 'the event is not skipped')
        const { detail, ...actual } = result
        assert.deepEqual(actual, expected)
        assert.ok(expectedDetail === undefined || `${detail} `.startsWith(`${expectedDetail} `), detail)
      })
    }

    const onlyForErasure = (target.erase?.settings ?? []).filter((setting) =>
      cases.examples.every(({ settings }) => !(setting in settings)),
    )
    for (const setting of Object.keys(target.settings.properties)) {
      // test/erase/targets.test.ts has these requests.
      if (onlyForErasure.includes(setting)) continue
      it(`uses the setting ${setting}: the result of some example depends on it`, () => {
        const uses = cases.examples.filter(({ settings }) => setting in settings)
        const differs = uses.some((example) => {
          const { [setting]: _, ...others } = example.settings
          return resultOf(target, example, others) !== resultOf(target, example, example.settings)
        })
        assert.ok(differs, `add an example that shows what ${setting} does`)
      })
    }

    for (const answerCase of cases.answers) {
      it(`classifies ${answerCase.title}`, () => {
        const { found } = answerCase
        const lookup = target.audience?.lookup
        const { ofProfiles, ofMerges } = answerCase
        const updates = ofMerges ? target.merges : ofProfiles ? target.profiles : undefined
        const { classify } = found ? lookup! : (updates?.ownRequest ?? target)
        const attempts = classify(answerCase.answer, sentEvents(answerCase))
        if (found) assert.deepEqual(lookup!.read(answerCase.answer, sentEvents(answerCase)), found)
        assert.deepEqual(
          attempts.map(({ outcome, resend }) => (resend ? 'resend' : outcome)),
          answerCase.outcomes,
        )
        for (const { outcome } of attempts) assert.ok(Value.Check(Outcome, outcome))
        const waits = new Set(attempts.flatMap(({ retryAfter }) => retryAfter ?? []))
        assert.deepEqual([...waits], answerCase.retryAfter === undefined ? [] : [answerCase.retryAfter])
      })
    }
  })
}
