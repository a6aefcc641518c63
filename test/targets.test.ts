/** Targets: each asks its third party for the right thing and understands the answer, by the cases in test/targets. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Value } from 'typebox/value'
import * as targets from '../functions/targets/index.ts'
import { settingsOf, targetOf } from '../functions/targets/registry.ts'
import { secretSettings, type Target } from '../functions/targets/target.ts'
import { secretVariable } from '../schemas/destination.ts'
import { Link } from '../schemas/link.ts'
import { Outcome } from '../schemas/outcome.ts'
import type { TargetCases } from './targets/case.ts'

const folder = new URL('../functions/targets/', import.meta.url)
const caseFile = (name: string): URL => new URL(`targets/${name}.ts`, import.meta.url)

const casesOf = async (name: string): Promise<TargetCases> => {
  const module = (await import(caseFile(name).href)) as Readonly<Record<string, TargetCases>>
  const cases = module[name]
  assert.ok(cases, `test/targets/${name}.ts must export its cases as ${name}`)
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
      'index.ts must list every file that declares a target',
    )
    for (const [name, target] of Object.entries(targets)) assert.equal(target.name, name)
  })

  it('have a file of cases each, in test/targets', () => {
    const missing = declared.filter((name) => !existsSync(caseFile(name)))
    assert.deepEqual(missing, [], 'write test/targets/<name>.ts: test/targets/case.ts says what is in it')
  })

  it('that do not exist are named, with those that do', () => {
    assert.throws(() => targetOf('webhok'), /^Error: There is no target "webhok". There are: .*webhook/)
  })
})

const settings = (target: Target, whole: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const secrets = new Set(secretSettings(target))
  const plain = Object.entries(whole).filter(([name]) => !secrets.has(name))
  const env = Object.entries(whole)
    .filter(([name]) => secrets.has(name))
    .map(([name, value]) => [secretVariable('crm', name), value as string] as const)
  const destination = { id: 'crm', target: target.name, settings: Object.fromEntries(plain), rules: [] }
  return settingsOf(destination, Object.fromEntries(env))
}

for (const name of declared.filter((each) => existsSync(caseFile(each)))) {
  const target = targetOf(name)
  const cases = await casesOf(name)

  describe(`target ${name}`, () => {
    it('is described: its title, its page, and each of its settings', () => {
      assert.match(target.title, /^[A-Z]/)
      assert.match(target.docs, /^https:\/\//)
      assert.ok(target.batch.maxItems >= 1 && target.batch.maxBytes >= 1)
      for (const [setting, schema] of Object.entries(target.settings.properties)) {
        const { description } = schema as { description?: string }
        assert.match(description ?? '', /\.$/, `${setting} has no description that ends in a full stop`)
      }
      if (target.linkage !== 'event') assert.ok(Value.Check(Link, target.linkage), 'its linkage is no link')
    })

    it('takes the minimal settings and the full ones, which leave none out', () => {
      for (const whole of [cases.minimal, cases.full]) assert.deepEqual(settings(target, whole), whole)
      assert.deepEqual(
        Object.keys(cases.full).toSorted(),
        Object.keys(target.settings.properties).toSorted(),
        'the full settings must have every setting',
      )
      for (const setting of Object.keys(cases.minimal)) {
        const { [setting]: _, ...others } = cases.minimal
        assert.throws(() => settings(target, others), new RegExp(setting), `${setting} is not needed`)
      }
    })

    for (const [fault, whole] of Object.entries(cases.invalid)) {
      it(`refuses settings: ${fault}; the words name the setting and hold no value`, () => {
        assert.throws(
          () => settings(target, whole),
          ({ message }: Error) => {
            assert.match(message, new RegExp(`^Destination "crm" .*${fault.split(' ', 1)[0]}`))
            for (const value of Object.values(whole)) {
              if (typeof value === 'string' && value !== '') assert.ok(!message.includes(value), message)
            }
            return true
          },
        )
      })
    }

    for (const { title, settings: own, events, now, request } of cases.requests) {
      it(title, () => {
        const build = () => target.request(events, settings(target, own), new Date(now))
        if (request instanceof RegExp) assert.throws(build, request)
        else {
          const { timeout, body, ...others } = build()
          assert.deepEqual({ ...others, body: body.toString() }, request)
          assert.ok(timeout > 0 && timeout <= 60_000)
        }
      })
    }

    for (const { title, answer, events, outcomes, retryAfter } of cases.answers) {
      it(`understands ${title}`, () => {
        const sent = Array.from({ length: events }, (_, n) => ({
          id: `e-${n}`,
          name: 'view_content',
          fields: {},
          text: '{}',
        }))
        const attempts = target.classify(answer, sent)
        assert.deepEqual(
          attempts.map(({ outcome }) => outcome),
          outcomes,
        )
        for (const { outcome, retryAfter: wait } of attempts) {
          assert.ok(Value.Check(Outcome, outcome))
          assert.equal(wait, retryAfter)
        }
      })
    }
  })
}
