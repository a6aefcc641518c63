/** Privacy: keeps of a message only what cannot be a secret or personal data. The message is cut into words; a word survives if it is a word
 * of error messages or a name of the target, or if it looks like a word or a small number and is no echo of what was sent. Pure. */
import { decoded } from './decoded.ts'
import { isKnownWord, standards } from './vocabulary.ts'

/** Length of a message that is read, in characters. */
const maxRead = 1000

/** Length of an excerpt, in characters. */
const maxLength = 300

const mask = '…'

export interface ExcerptRules {
  /** Words of the target, in lower case, which survive like those of error messages. */
  names: ReadonlySet<string>
  /** Texts that survive although they look like ids: the plain settings. */
  plain: readonly string[]
  findSecrets: (text: string, report: (start: number, end: number) => void) => void
}

/** The codes of an error (functions/targets/error_codes.ts). */
export interface ErrorCodes {
  ids: readonly string[]
  numbers: readonly string[]
}

interface Word {
  start: number
  end: number
  /** In lower case. */
  text: string
  /** True if it is known, so that it survives unless it is personal. */
  isKnown: boolean
}

/** A message of which the words are known, but not yet which of them are echoes. */
export interface Draft {
  /** Words to look for in what was sent. */
  candidates: readonly string[]
  /** `echoes`: candidates that were sent. `personal`: words of personal values, which do not survive even if they are known. */
  excerpt: (echoes: ReadonlySet<string>, personal: ReadonlySet<string>) => string
}

/** Prepares a message. The numeric codes of the error survive, its ids unless they are echoes. */
export function draftOf(message: string, { ids, numbers }: ErrorCodes, rules: ExcerptRules): Draft {
  const text = withoutCutWord(decoded(message.slice(0, maxRead)), message.length > maxRead)
  const masked = new Uint8Array(text.length)
  const cover = (start: number, end: number): void => void masked.fill(1, start, end)
  const kept = new Uint8Array(text.length)
  for (const id of ids) if (idShape.test(id)) keep(text, id, kept)
  const settled = new Uint8Array(text.length)
  for (const plain of [...rules.plain, ...numbers]) keep(text, plain, settled)
  for (const { index, 0: found } of text.matchAll(standards)) settled.fill(1, index, index + found.length)
  coverPatterns(text, (start, end) => {
    // Codes in groups, such as 100/2804003, look like a number in groups.
    const hasCode = kept.subarray(start, end).includes(1) || settled.subarray(start, end).includes(1)
    if (!hasCode) return cover(start, end)
    for (let at = start; at < end; at++) if (isWordAt(text, at)) cover(at, at + 1)
  })
  const isMasked = ({ start, end }: Word): boolean => masked.subarray(start, end).includes(1)
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: found, index }): Word => {
    const lower = found.toLowerCase()
    const isName = isKnownWord(lower) || rules.names.has(lower) || /^[a-z0-9]$/.test(lower)
    const isKnown = settled[index] === 1 || (isName && !isOddlyCased(found, rules.names))
    const end = index + found.length
    if (kept[index] || settled[index]) masked.fill(0, index, end)
    else if (!isKnown && !isPlain(found)) cover(index, end)
    return { start: index, end, text: lower, isKnown }
  })
  coverCredentials(text, words, cover)
  rules.findSecrets(text, cover)
  const candidates = words.filter((word) => !word.isKnown && !isMasked(word)).map((word) => word.text)

  return {
    candidates,
    excerpt: (echoes, personal) => {
      for (const word of words)
        if (personal.has(word.text) || (!word.isKnown && echoes.has(word.text))) cover(word.start, word.end)
      // A word is masked whole, with its unknown neighbours: `ab-1f3c` is one value.
      for (const word of words) if (isMasked(word)) cover(word.start, word.end)
      for (const order of [words, words.toReversed()])
        for (const [index, word] of order.entries()) {
          const before = order[index - 1]
          if (
            before &&
            !word.isKnown &&
            !kept[word.start] &&
            isMasked(before) &&
            areJoined(text, before, word)
          )
            cover(word.start, word.end)
        }
      return written(text, masked)
    },
  }
}

/** Keeps only the words of error messages, for a message about values that are not at hand. */
export function knownExcerpt(message: string): string {
  const { candidates, excerpt } = draftOf(message, { ids: [], numbers: [] }, noRules)
  return excerpt(new Set(candidates), new Set())
}

const noRules: ExcerptRules = { names: new Set(), plain: [], findSecrets: () => {} }

/** The word at a cut may be the beginning of a value. */
function withoutCutWord(text: string, isCut: boolean): string {
  return isCut ? text.replace(/\S*$/, mask) : text.replace(/[\p{L}\p{M}\p{N}]+(?=\.\.\.|…)/gu, mask)
}

const idShape = /^(?:\d{1,6}|(?=.*[A-Za-z])[\w.:/+=-]{1,64})$/

function keep(text: string, code: string, kept: Uint8Array): void {
  for (let at = text.indexOf(code); at >= 0; at = text.indexOf(code, at + 1)) {
    const isWhole = !isWordAt(text, at - 1) && !isWordAt(text, at + code.length)
    if (isWhole) kept.fill(1, at, at + code.length)
  }
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{M}\p{N}]/u.test(text[at] ?? '')
}

/** Scripts that do not separate words, so that nothing separates a name from its sentence. */
const unseparated =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** True if it looks like a word or a small number, and not like an id or an encoded value. */
function isPlain(word: string): boolean {
  if (/^(?:\d{1,6}|\d{1,6}(?:kb|mb|gb|kib|mib|ms|s|h|d)|[a-z]\d)$/i.test(word)) return true
  if (word.length > 24 || /\p{N}/u.test(word) || unseparated.test(word)) return false
  return !isOddlyCased(word, new Set())
}

/** True for a word with capitals as in base64. Words are lower, Upper, UPPER, camelCase or PascalCase. */
function isOddlyCased(word: string, names: ReadonlySet<string>): boolean {
  if (!/\p{Lu}/u.test(word) || !/\p{Ll}/u.test(word) || names.has(word.toLowerCase())) return false
  if (!/^(?:\p{Lu}?[\p{Ll}\p{M}]+)(?:\p{Lu}[\p{Ll}\p{M}]+)*$/u.test(word)) return true
  return /.\p{Lu}/u.test(word) && /^[ -~]{3,}$/.test(Buffer.from(word, 'base64').toString())
}

const ranges: readonly RegExp[] = [
  // Phone numbers, cards, dates, account numbers: digits in groups.
  /\d(?:[ \u00a0().\-/]{0,3}\d){6,}/g,
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g,
  /(?<![\p{L}\p{N}])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\p{L}\p{N}])/giu,
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi,
  // IBAN, also in groups: https://www.iso.org/standard/81090.html
  /(?<![\p{L}\p{N}])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]{2,4}){3,8}(?![\p{L}\p{N}])/giu,
  // The query of an address.
  /(?<=\bhttps?:\/\/[^\s?#"'<>]{1,300})[?#][^\s"'<>]+/gi,
  // The user and password of an address.
  /(?<=\bhttps?:\/\/)[^\s/?#"'<>]*@/gi,
]

function coverPatterns(text: string, cover: (start: number, end: number) => void): void {
  for (const range of ranges)
    for (const { index, 0: found } of text.matchAll(range)) cover(index, index + found.length)
  const isEnd = (at: number): boolean => /[\s"'<>()[\]{},;:=|&?/\\]/.test(text[at] ?? ' ')
  let end = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', end)) {
    let start = at
    end = at + 1
    while (!isEnd(start - 1)) start--
    while (!isEnd(end)) end++
    if (end - start > 1) cover(start, end)
  }
}

const credential =
  /\b(?:bearer|basic|digest|klaviyo-api-key|api[-_ ]?key|api[-_ ]?secret|access[-_ ]?token|token|password|passwd|secret|signature|cookie)\b["']?(?:\s*[:=]\s*|\s+)["']?/giu

/** Covers what follows the name of a credential, unless it is a known word. */
function coverCredentials(
  text: string,
  words: readonly Word[],
  cover: (start: number, end: number) => void,
): void {
  for (const { index, 0: found } of text.matchAll(credential)) {
    const start = index + found.length
    const end = start + /^[^\s"'<>,;)}\]]*/.exec(text.slice(start))![0].length
    const inside = words.filter((word) => word.start >= start && word.end <= end)
    if (inside.some((word) => !word.isKnown)) cover(start, end)
  }
}

function areJoined(text: string, one: Word, other: Word): boolean {
  const gap = one.end <= other.start ? text.slice(one.end, other.start) : text.slice(other.end, one.start)
  return /^[-_.+=~/%]{1,2}$/.test(gap)
}

function written(text: string, masked: Uint8Array): string {
  let result = ''
  for (let at = 0; at < text.length; at++)
    if (!masked[at]) result += text[at]
    else if (!result.endsWith(mask)) result += mask
  return result
    .replace(/…(?:[-_.+=~%:]{0,2}…)+/g, mask)
    .replace(/[ \t]{2,}/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
}
