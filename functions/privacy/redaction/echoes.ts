/** Privacy: finds which words of a message are echoes: they occur in what was sent. Looks for all words in one pass over the values
 * (Aho and Corasick, https://doi.org/10.1145/360825.360855), so that the cost does not depend on their number. Pure. */

/** Maximum size of the automaton. Words beyond it count as echoes. */
const maxStates = 20_000

/** A part of a value is an echo from this length on; a shorter word only if it is a whole word of a value. */
const minPart = { letters: 5, digits: 4 }

const skipped = 0xff

export interface EchoSearch {
  /** Looks for the words in a value. */
  look: (value: string) => void
  /** The words that occur in a value, in lower case. */
  echoes: ReadonlySet<string>
  /** True if there is nothing left to look for. */
  isDone: () => boolean
}

/** Begins a search for these words, which are letters and digits in lower case. */
export function searchEchoes(words: ReadonlySet<string>): EchoSearch {
  const echoes = new Set<string>()
  const trie: Map<number, number>[] = [new Map()]
  const ends: string[][] = [[]]
  const classes = new Map<number, number>()
  for (const word of words) {
    if (trie.length + word.length > maxStates || classes.size > 200) {
      echoes.add(word)
      continue
    }
    let state = 0
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at)
      const kind = classes.get(code) ?? classes.size + 1
      classes.set(code, kind)
      let next = trie[state]!.get(kind)
      if (next === undefined) {
        trie[state]!.set(kind, (next = trie.length))
        trie.push(new Map())
        ends.push([])
      }
      state = next
    }
    ends[state]!.push(word)
  }
  const width = classes.size + 1
  const next = transitions(trie, ends, width)
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => classOf(code, classes))

  const look = (value: string): void => {
    const text = value.toLowerCase()
    let state = 0
    let run = 0
    for (let at = 0; at <= text.length; at++) {
      const code = at < text.length ? text.charCodeAt(at) : 0
      const kind = code < 128 ? ascii[code]! : classOf(code, classes)
      if (kind === skipped) {
        if (run > 0) for (const word of ends[state]!) if (word.length === run) echoes.add(word)
        run = 0
        continue
      }
      run++
      state = next[state * width + kind]!
      for (const word of ends[state]!) if (isPart(word)) echoes.add(word)
    }
  }
  return { look, echoes, isDone: () => echoes.size === words.size }
}

/** Class of a character: 0 if no word has it, `skipped` if it separates words. */
function classOf(code: number, classes: ReadonlyMap<number, number>): number {
  const isAlphanumeric =
    code >= 128
      ? !(code === 0xa0 || (code >= 0x2000 && code <= 0x206f) || (code >= 0x3000 && code <= 0x303f))
      : (code >= 48 && code <= 57) || (code >= 97 && code <= 122)
  return isAlphanumeric ? (classes.get(code) ?? 0) : skipped
}

function isPart(word: string): boolean {
  return word.length >= minPart.letters || (word.length >= minPart.digits && /^\d+$/.test(word))
}

/** Completes the trie to an automaton, breadth first. Adds to the words of a state those that are a suffix of them. */
function transitions(trie: readonly Map<number, number>[], ends: string[][], width: number): Int32Array {
  const next = new Int32Array(trie.length * width)
  const fallback = new Int32Array(trie.length)
  const queue = [0]
  for (const state of queue) {
    const back = fallback[state]!
    if (state !== 0) next.copyWithin(state * width, back * width, (back + 1) * width)
    for (const [kind, child] of trie[state]!) {
      if (state !== 0) fallback[child] = next[back * width + kind]!
      ends[child] = [...ends[child]!, ...ends[fallback[child]!]!]
      next[state * width + kind] = child
      queue.push(child)
    }
  }
  return next
}
