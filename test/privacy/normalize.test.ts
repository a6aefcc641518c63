/** Normalizers: the forms that third parties require, by their published examples if there are any. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { protection } from '../../functions/linkage/protect.ts'
import { normalisers, type NormaliserName } from '../../functions/privacy/normalize.ts'
import { Hashed, Plain } from '../../functions/targets/personal.ts'
import { forms, vectors } from '../linkage/normal_forms.ts'

describe('a normalizer', () => {
  for (const [name, pairs] of Object.entries(forms)) {
    it(`${name} normalizes ${pairs[0]![0].trim()}, and returns undefined for values without the form`, () => {
      for (const [text, form] of pairs) assert.equal(normalisers[name as NormaliserName](text), form, text)
    })

    it(`${name} is idempotent`, () => {
      for (const [, form] of pairs)
        // Digits without the plus are not recognized as an international number.
        if (form !== undefined && name !== 'phone_digits')
          assert.equal(normalisers[name as NormaliserName](form), form)
    })
  }

  it('takes linear time for hostile input', () => {
    const hostile = [
      'a'.repeat(50_000),
      ' '.repeat(50_000),
      `a@${'b.'.repeat(25_000)}@`,
      'dr. '.repeat(50_000),
    ]
    hostile.push(`a${' '.repeat(50_000)}b`, '+1'.repeat(50_000), '('.repeat(50_000))
    for (const normalize of Object.values(normalisers)) for (const text of hostile) normalize(text)
  }).timeout(20_000)
})

describe('a personal field', () => {
  for (const { docs, text, normalize, sha256 } of vectors) {
    it(`hashes ${text.trim()} as ${new URL(docs).hostname} publishes`, () => {
      assert.equal(protection(Hashed(normalize))!(text), sha256)
    })
  }

  const protect = protection(Hashed('email'))!
  const sha256 = hash('sha256', 'ada@example.com')

  it('keeps a hash in lowercase, and drops a text of a similar form', () => {
    assert.equal(protect(` ${sha256.toUpperCase()} `), sha256)
    assert.equal(protect(sha256.slice(1)), undefined)
    assert.equal(protect(`${sha256}0`), undefined)
  })

  it('is dropped if its value cannot be normalized, for every type', () => {
    for (const value of ['nobody', '', 5, true, { email: 'ada@example.com' }, ['x'], []])
      assert.equal(protect(value), undefined, JSON.stringify(value))
    assert.equal(protection(Plain('trim'))!(1815), '1815')
  })

  it('is hashed in lists, objects, unions and records', () => {
    const schema = Type.Object(
      {
        em: Type.Union([Hashed('email'), Type.Array(Hashed('email'))]),
        ids: Type.Array(
          Type.Object({ mail: Type.Optional(Hashed('email')), kind: Type.Optional(Type.String()) }),
        ),
        traits: Type.Record(Type.String(), Hashed('lower')),
        note: Type.String(),
      },
      { additionalProperties: Hashed('lower') },
    )
    const ada = 'Ada@example.com'
    assert.deepEqual(
      protection(schema)!({
        em: ada,
        ids: [{ mail: ada, kind: 'x' }, { mail: 'nobody' }],
        traits: { name: 'Ada' },
        note: ada,
        other: 'Ada',
      }),
      {
        em: sha256,
        ids: [{ mail: sha256, kind: 'x' }],
        traits: { name: hash('sha256', 'ada') },
        note: ada,
        other: hash('sha256', 'ada'),
      },
    )
    assert.deepEqual(protection(schema)!({ em: [ada, 'nobody'] }), { em: [sha256] })
    assert.equal(protection(schema)!({ ids: [{ mail: 'nobody' }] }), undefined)
  })

  it('has the same hash every time, also for more places than the cache holds', () => {
    const city = protection(Hashed('place'))!
    const country = protection(Hashed('country_lower'))!
    for (let time = 0; time < 2; time++) {
      for (let number = 0; number < 5000; number++) {
        const name = Array.from(String(number), (digit) => 'abcdefghij'[Number(digit)]).join('')
        assert.equal(city(` ${name.toUpperCase()}-`), hash('sha256', name))
      }
      const long = 'y'.repeat(100)
      assert.equal(city(long), hash('sha256', long))
      assert.equal(city(sha256), sha256)
      assert.equal(city('12'), undefined)
      assert.equal(country('DE'), hash('sha256', 'de'))
      // Another form of the same text has a hash of its own.
      assert.equal(city('DE'), hash('sha256', 'de'))
      assert.equal(country('Berlin'), undefined)
      assert.equal(city('Berlin'), hash('sha256', 'berlin'))
    }
  })

  it('is the only reason for a protection: a schema without one returns undefined', () => {
    assert.equal(protection(Type.Object({ a: Type.Array(Type.String()) })), undefined)
  })
})
