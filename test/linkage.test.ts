/** Linkage: maps the fields of an event to those of a target. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/schema'
import { castFunctions } from '../functions/linkage/cast.ts'
import { closureLink, compileLink, generatedLink } from '../functions/linkage/link.ts'
import { Hashed } from '../functions/targets/personal.ts'
import { LinkSchema, sourceForms, type Link } from '../schemas/link.ts'
import { randomFrom, seed } from './ingest/random.ts'
import { castCases } from './linkage/cast_cases.ts'
import { cases, event } from './linkage/cases.ts'
import { randomEvent, randomLink } from './linkage/random_link.ts'
import { withoutGenerating } from './support/without_generating.ts'

const links = Compile(LinkSchema)

const compilers = { 'as generated code': generatedLink, 'as closures': closureLink }

for (const [how, compile] of Object.entries(compilers)) {
  describe(`a link, ${how}`, () => {
    for (const [name, { link, fields }] of Object.entries(cases)) {
      it(name, () => {
        assert.ok(links.Check(link), 'not a link')
        const before = structuredClone(event)
        assert.deepEqual(compile(link)(event, 'Purchase'), fields)
        assert.deepEqual(event, before, 'the event was changed')
      })
    }

    it('normalizes and hashes values of personal fields, from every form of source', () => {
      const fields = Type.Object({
        em: Hashed('email'),
        user: Type.Object({
          ids: Type.Array(Type.Object({ em: Hashed('email') })),
          all: Type.Array(Hashed('email')),
        }),
        plain: Type.String(),
      })
      const link: Link = {
        em: { template: ' {email|upper} ' },
        'user.ids': { list: [{ object: { em: 'email' } }, { object: { em: 'event_id' } }] },
        'user.all': { list: ['email', 'event_id', { const: hash('sha256', 'x') }] },
        plain: 'email',
      }
      const sha256 = hash('sha256', 'ada@example.com')
      assert.deepEqual(compile(link, fields)(event), {
        em: sha256,
        user: { ids: [{ em: sha256 }], all: [sha256, hash('sha256', 'x')] },
        plain: 'ada@example.com',
      })
      assert.deepEqual(compile({ em: 'event_id' }, fields)(event), {})
    })

    const wrong: Readonly<Record<string, readonly [Link, RegExp]>> = {
      'a field with a value and fields below it': [{ a: 'email', 'a.b': 'email' }, /both a and a\.b/],
      'an invalid path': [{ a: 'email)' }, /"email\)" is not a path/],
      'an invalid field': [{ '__proto__.a': 'email' }, /"__proto__\.a" is not a target field/],
      'a template with a lone brace': [{ a: { template: 'x{email' } }, /has an unmatched brace/],
      'a template with an unknown cast': [{ a: { template: '{email|loud}' } }, /Unknown cast "loud"/],
      'a pluck without a list': [{ a: { pluck: 'items' } }, /"items" is not a list and a field/],
    }
    for (const [fault, [link, message]] of Object.entries(wrong)) {
      it(`refuses ${fault}`, () => {
        assert.throws(() => compile(link), message)
      })
    }
  })
}

describe('the cases and the random links of these tests', () => {
  it('have every form of source', () => {
    const random = randomFrom(seed)
    const linksOf = {
      'test/linkage/cases.ts': Object.values(cases).map(({ link }) => link),
      'test/linkage/random_link.ts': Array.from({ length: 500 }, () => randomLink(random)),
    }
    for (const [file, all] of Object.entries(linksOf)) {
      const forms = new Set(all.flatMap(formsIn))
      const missing = [...sourceForms.keys()].filter((form) => !forms.has(form))
      assert.deepEqual(missing, [], `${file} has no source of these forms: add one of each.`)
    }
  })
})

/** The names of the members of all sources in a part of a link. */
function formsIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return []
  const isSource = !Array.isArray(part) && links.Check({ field: part })
  return [...(isSource ? Object.keys(part) : []), ...Object.values(part).flatMap(formsIn)]
}

describe('a cast', () => {
  for (const [name, pairs] of Object.entries(castCases)) {
    it(`${name} converts values, and returns undefined for those it cannot`, () => {
      for (const [value, expected] of pairs)
        assert.deepEqual(
          castFunctions[name as keyof typeof castFunctions](value),
          expected,
          JSON.stringify(value),
        )
    })
  }
})

describe(`random links (SEED=${seed} repeats these)`, () => {
  it('have the same result as generated code and as closures, and do not change the event', () => {
    const random = randomFrom(seed)
    let [linked, told] = [0, 0]
    for (let n = 0; n < 1500; n++) {
      const link = randomLink(random)
      const [generated, closures] = [attempt(() => generatedLink(link)), attempt(() => closureLink(link))]
      assert.equal(typeof generated, typeof closures, `only one compiler refuses ${JSON.stringify(link)}`)
      if (typeof generated === 'string' || typeof closures === 'string') {
        assert.equal(generated, closures)
        continue
      }
      for (let m = 0; m < 5; m++) {
        const from = randomEvent(random)
        const before = JSON.stringify(from)
        const [lost, alsoLost] = [new Map<string, string>(), new Map<string, string>()]
        const fields: Readonly<Record<string, unknown>> = generated(from, 'Purchase', lost)
        assert.deepEqual(fields, closures(from, 'Purchase', alsoLost), JSON.stringify({ link, from }))
        assert.deepEqual(lost, alsoLost, JSON.stringify({ link, from }))
        told += lost.size
        assert.equal(JSON.stringify(from), before, JSON.stringify(link))
        if (Object.keys(fields).length > 0) linked++
      }
    }
    assert.ok(linked > 1500, `only ${linked} results were not empty`)
    assert.ok(told > 100, `only ${told} values could not be cast`)
    assert.equal(Object.keys(Object.prototype).length, 0)
  })

  it('cannot inject code', () => {
    const hostile = '"];globalThis.owned=true;["'
    const link: Link = {
      a: { const: hostile },
      b: { template: `\${globalThis.owned=true}${hostile.replaceAll(/[{}]/g, '')}` },
      c: { from: 'email', values: { [hostile]: hostile }, default: hostile },
      d: { when: { path: 'email', eq: hostile }, then: 'email', else: { rest: { except: [hostile] } } },
      e: {
        when: {
          or: [
            { path: 'email', ne: hostile },
            { path: 'email', matches: '\\]' },
          ],
        },
        then: 'email',
      },
      f: { time: 'event_time', format: `{day}${hostile}` },
    }
    for (const name of Object.keys(link)) attempt(() => generatedLink({ [name]: link[name]! })(event))
    for (const path of [hostile, 'a b', 'a-b', 'a.', '.a', 'a..b', 'a\n', 'a[0]', ''])
      for (const source of [
        path,
        { from: path },
        { each: path, map: {} },
        { pluck: `items.${path}` },
        { add: [path, 1] },
      ])
        assert.throws(() => generatedLink({ x: source }), JSON.stringify(source))
    assert.throws(() => generatedLink({ [hostile]: 'email' }))
    assert.ok(!('owned' in globalThis))
  })

  it('are compiled to closures if generating code is not allowed', () => {
    const program =
      `import { compileLink } from ${JSON.stringify(new URL('../functions/linkage/link.ts', import.meta.url))}\n` +
      `console.log(JSON.stringify(compileLink({ 'a.b': 'x' })({ x: 1 })))`
    assert.equal(withoutGenerating(program), '{"a":{"b":1}}\n')
    assert.equal(compileLink({ a: 'email' })(event)['a'], 'ada@example.com')
  })
})

function attempt<Result>(make: () => Result): Result | string {
  try {
    return make()
  } catch (error) {
    return String(error)
  }
}
