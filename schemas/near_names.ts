/** Field names: finds the known field that an unknown name nearly names, for hints. The rule is stricter than that of nearest.ts, because an
 * unknown field is allowed, and a hint at a field that is meant as it is written would come with every event. */

/** Longer names are near none. */
export const maxNearLength = 64

/** Shorter names are near only if their letters are the same: `id` is not `ip`. */
const minLengthForEdit = 5

/** A known name, and its letters and digits in lowercase. */
interface Known {
  name: string
  letters: string
}

/** Creates the search among known names. A name is near if it has the same letters and digits, in any case and with any separators (`userId`,
 * `e-mail`), or if one letter is inserted, deleted or substituted or two are swapped. A plural is another word. The first of equal ones wins. */
export function nearNames(known: Iterable<string>): (name: string) => string | undefined {
  const byLetters = new Map<string, string>()
  const byLength = new Map<number, Known[]>()
  for (const name of known) {
    const letters = lettersOf(name)
    if (byLetters.has(letters)) continue
    byLetters.set(letters, name)
    const ofLength = byLength.get(letters.length)
    if (ofLength) ofLength.push({ name, letters })
    else byLength.set(letters.length, [{ name, letters }])
  }
  return (name) => {
    if (name.length > maxNearLength) return undefined
    const letters = lettersOf(name)
    const same = byLetters.get(letters)
    if (same !== undefined) return same
    for (const length of [letters.length, letters.length - 1, letters.length + 1]) {
      if (length < minLengthForEdit) continue
      const near = byLength.get(length)?.find((each) => isOneEditAway(letters, each.letters))
      if (near) return near.name
    }
    return undefined
  }
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** True if the words differ by one inserted, deleted or substituted letter, or by one swap. A plural is another word. */
function isOneEditAway(word: string, name: string): boolean {
  if (`${name}s` === word) return false
  const shorter = Math.min(word.length, name.length)
  let start = 0
  while (start < shorter && word[start] === name[start]) start++
  let end = 0
  while (end < shorter - start && word.at(-1 - end) === name.at(-1 - end)) end++
  const [of, to] = [word.slice(start, word.length - end), name.slice(start, name.length - end)]
  return Math.max(of.length, to.length) === 1 || (of.length === 2 && of[0] === to[1] && of[1] === to[0])
}
