/** Translation layer: splits a shell command into its words, as POSIX shells do. Nothing is expanded or run. Pure.
 * https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02 */

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

/** A word: bare characters, 'text', "text", $'text' and escaped characters in any order. */
const wordAt = /(?:\$?'(?:[^'\\]|\\[^])*'|'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|[^\s'"\\])+/y
const partAt = /\$'((?:[^'\\]|\\[^])*)'|'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])|([^'"\\$]+|\$)/y

/** Returns the words; undefined if a quote is not closed. */
export function shellArguments(command: string): readonly string[] | undefined {
  const words: string[] = []
  const text = command.replace(/[\\^`]\r?\n/g, ' ').trim()
  let at = 0
  while (at < text.length) {
    if (/\s/.test(text[at]!)) {
      at++
      continue
    }
    wordAt.lastIndex = at
    const word = wordAt.exec(text)?.[0]
    const read = word === undefined ? undefined : wordOf(word)
    if (read === undefined) return undefined
    words.push(read)
    at += word!.length
  }
  return words
}

function wordOf(word: string): string | undefined {
  let result = ''
  partAt.lastIndex = 0
  while (partAt.lastIndex < word.length) {
    const match = partAt.exec(word)
    if (!match) return undefined
    const [, ansi, single, double, escaped, bare] = match
    result +=
      ansi?.replace(/\\(.)/g, (_, each: string) => escapes[each] ?? each) ??
      single ??
      double?.replace(/\\(["\\$`])/g, '$1') ??
      escaped ??
      bare ??
      ''
  }
  return result
}
