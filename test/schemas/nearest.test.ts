/** Did-you-mean tests: the fast search finds the same name as a straightforward one. */
import assert from 'node:assert/strict'
import { eventTypes } from '../../schemas/event_types.ts'
import { nearest, nearestAmong } from '../../schemas/nearest.ts'
import { randomFrom, type Random } from '../ingest/random.ts'

const names = [...eventTypes.keys(), 'roll_call', 'roll_calll', 'roll_calls', 'ordered_2', 'constructor']

/** Edits between two texts, by the recursive definition.
 * https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance#Optimal_string_alignment_distance */
function distance(a: string, b: string): number {
  const computed = new Map<number, number>()
  const of = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = i * 1000 + j
    let least = computed.get(key)
    if (least !== undefined) return least
    least = Math.min(of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1))
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    if (isSwapped) least = Math.min(least, of(i - 2, j - 2) + 1)
    computed.set(key, least)
    return least
  }
  return of(a.length, b.length)
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, 128)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

function nearestByDefinition(word: string): string | undefined {
  const words = wordsOf(word)
  const near: { name: string; edits: number }[] = []
  for (const name of names) {
    const others = wordsOf(name)
    const edits = Math.min(
      distance(words.join('_'), others.join('_')),
      distance(words.toSorted().join('_'), others.toSorted().join('_')),
    )
    if (edits <= (name.length <= 4 ? 1 : name.length <= 8 ? 2 : 3)) near.push({ name, edits })
  }
  return near.toSorted((one, other) => one.edits - other.edits)[0]?.name
}

/** A name with a few spelling mistakes. */
function misspelled(random: Random): string {
  const parts = random.pick(names).split('_')
  let word = (random.below(3) === 0 ? parts.toReversed() : parts).join(random.pick(['_', '_', '-', ' ', '']))
  for (let mistakes = random.below(5); mistakes > 0; mistakes--) {
    const at = random.below(word.length + 1)
    const letter = random.pick(Array.from('abcdeinorstwz_09AZé'))
    const after = word.slice(at)
    word =
      word.slice(0, at) +
      random.pick([
        letter + after,
        after.slice(1),
        letter + after.slice(1),
        (after[1] ?? '') + (after[0] ?? '') + after.slice(2),
      ])
  }
  return word
}

describe('the nearest name', () => {
  it('has the fewest edits from the word, for many random words', () => {
    const among = nearestAmong(names)
    let matches = 0
    for (let seed = 1; seed <= 400; seed++) {
      const word = misspelled(randomFrom(seed))
      const expected = nearestByDefinition(word)
      assert.equal(among(word), expected, word)
      if (expected !== undefined) matches++
    }
    assert.ok(matches > 100, `Only ${matches} words were similar to a name.`)
  })

  it('is undefined for a word that no name is similar to, of any length', () => {
    const among = nearestAmong(names)
    for (const word of ['', '💥', 'qqxz', 'q_'.repeat(100_000), 'view_content'.repeat(20)])
      assert.equal(among(word), undefined, word.slice(0, 40))
    assert.equal(nearest('view_contnet', []), undefined)
  })
})
