/** Translation layer: detects the format of a pasted text. Pure. */
import type { TranslationInput } from '../../../schemas/translation.ts'
import { detectCsv } from './detect_csv.ts'
import { detectRecords } from './detect_records.ts'
import { parseForm } from '../formats/form.ts'
import { parseJson } from '../formats/json.ts'
import { withReadableNames } from '../formats/names.ts'
import { pairOfLine, pairsOf, prefixedPairs } from '../formats/pairs.ts'
import { isOtherScript } from '../formats/romanize.ts'
import { isUnderline } from '../formats/markdown.ts'
import { readAll } from '../formats/records.ts'
import { parseXml } from '../formats/xml.ts'
import { namedText, notJson } from './named_texts.ts'
import { parseDatetime } from '../parse_datetime.ts'
import type { Detection } from './detection.ts'

/** Maximum number of characters that are examined. */
const maxCharacters = 2_000_000

/** Detects the format; `given` overrides what is detected, option by option. */
export function detect(text: string, given: Partial<TranslationInput> = {}): Detection {
  const plain = text.replace(/^\uFEFF/, '').slice(0, maxCharacters)
  if (plain.trim() === '') return { problem: 'The text is empty.' }
  if (text.length > maxCharacters && isReadWhole(given.format, plain))
    return {
      problem: `The text has ${text.length} characters; the maximum for JSON and XML is ${maxCharacters}. Paste a few complete records.`,
    }
  const format = given.format
  const detection = format ? byFormat[format](plain) : firstMatch(plain)
  if ('problem' in detection) return detection
  return { input: { ...detection.input, ...given }, why: detection.why }
}

/** Returns true if the format needs the complete text: unlike lines, a document cannot be cut. */
function isReadWhole(format: TranslationInput['format'] | undefined, text: string): boolean {
  if (format !== undefined) return format === 'json' || format === 'xml'
  return /^\s*(?:<|\[|\{)/.test(text) && detectNdjson(text) === undefined
}

function firstMatch(text: string): Detection {
  const start = text.trimStart()[0]
  if (start === '<') return detectXml(text)
  if (start === '{' || start === '[') return detectJson(text)
  const detected =
    detectSql(text) ?? detectMarkdown(text) ?? detectForm(text) ?? detectPairs(text) ?? detectPrefixed(text)
  if (detected) return detected
  const problem = namedText(text)
  return problem === undefined ? (detectCsv(text) ?? { problem: unknown }) : { problem }
}

const unknown =
  'The text is not JSON, NDJSON, CSV, XML, a form, key=value pairs, a Markdown table or SQL. Paste rows with their header, or one complete payload.'

function detectSql(text: string): Detection | undefined {
  if (!/^(?:\s|--[^\n]*\n|\/\*[^*]*\*\/;?)*INSERT\s/i.test(text)) return undefined
  try {
    const rows = readAll({ format: 'sql' }, text).length
    return { input: { format: 'sql' }, why: `It is SQL that inserts ${rows} ${rows === 1 ? 'row' : 'rows'}.` }
  } catch (error) {
    return { problem: `The text starts like SQL, but cannot be read. ${(error as Error).message}` }
  }
}

function detectMarkdown(text: string): Detection | undefined {
  const lines = linesOf(text)
  const at = lines.findIndex(isUnderline)
  if (at < 1 || !lines[at - 1]!.includes('|')) return undefined
  return {
    input: { format: 'markdown' },
    why: `It is a Markdown table of ${lines.length - at - 1} rows, with a line of dashes below its header.`,
  }
}

/** Detects pairs behind a time, or behind other text of a log line. */
function detectPrefixed(text: string): Detection | undefined {
  const lines = linesOf(text)
  const prefixes = lines.map((line) => prefixedPairs(line)?.prefix)
  const read = prefixes.filter((prefix) => prefix !== undefined)
  if (read.length === 0 || read.length * 2 <= lines.length || read.some((prefix) => prefix.length > 200))
    return undefined
  const isTime = read.every((prefix) => parseDatetime(prefix, 'ymd') !== undefined)
  if (!isTime && !read.every((prefix) => /\d\d:\d\d:\d\d/.test(prefix))) return undefined
  return {
    input: { format: 'pairs', prefix: isTime ? 'time' : 'line' },
    why: `${read.length} of ${lines.length} lines are key=value pairs behind ${isTime ? 'a time' : 'other text'}.`,
  }
}

function detectXml(text: string): Detection {
  if (/^\s*<(!doctype html|html)\b/i.test(text)) return { problem: 'This is a web page (HTML), not data.' }
  try {
    const { value, names } = named(parseXml(text))
    const records = detectRecords(value, true)
    return {
      input: { format: 'xml', ...(records !== undefined && { records }), ...names },
      why: records === undefined ? 'It is one XML document.' : `It is XML with its records at ${records}.`,
    }
  } catch (error) {
    return { problem: `The text starts like XML, but cannot be read. ${(error as Error).message}` }
  }
}

function detectJson(text: string): Detection {
  try {
    const { value, names } = named(parseJson(text))
    const records = detectRecords(value, false)
    const shape = Array.isArray(value) ? `a list of ${value.length}` : 'one object'
    return {
      input: { format: 'json', ...(records !== undefined && { records }), ...names },
      why: `It is JSON, ${shape}${records === undefined ? '' : ` with its records at ${records}`}.`,
    }
  } catch (error) {
    return (
      detectNdjson(text) ?? {
        problem: ['The text starts like JSON, but cannot be read.', (error as Error).message, notJson(text)]
          .filter((part) => part !== undefined)
          .join(' '),
      }
    )
  }
}

/** Returns the value with readable names, and the option that makes them, if a name is in another script. */
function named(value: unknown): { value: unknown; names: Pick<TranslationInput, 'names'> } {
  let isOther = false
  const renamed = (_: string, original: string): void => {
    isOther ||= isOtherScript(original)
  }
  const readable = withReadableNames(value, { romanized: true, renamed })
  return { value: readable, names: isOther ? { names: 'romanized' } : {} }
}

function detectNdjson(text: string): Detection | undefined {
  const lines = linesOf(text)
  const parsed = lines.filter(isJsonObject).length
  if (lines.length < 2 || parsed * 2 <= lines.length) return undefined
  return { input: { format: 'ndjson' }, why: `${parsed} of ${lines.length} lines are JSON objects.` }
}

function isJsonObject(line: string): boolean {
  try {
    return line.trimStart().startsWith('{') && typeof parseJson(line) === 'object'
  } catch {
    return false
  }
}

function detectForm(text: string): Detection | undefined {
  const body = text.trim()
  if (/[\s"<>]/.test(body) || !/^[^=&]+=[^=&]*(&[^=&]+(=[^&]*)?)*&?$/.test(body)) return undefined
  try {
    parseForm(body)
    return {
      input: { format: 'form' },
      why: 'It is a URL-encoded form: name=value&name=value.',
    }
  } catch {
    return undefined
  }
}

function detectPairs(text: string): Detection | undefined {
  const lines = linesOf(text).filter((line) => !line.startsWith('#'))
  if (lines.length === 0) return undefined
  const several = lines.map((line) => pairsOf(line)?.length ?? 0)
  const read = several.filter((count) => count > 0).length
  if (several.some((count) => count > 1) && read * 2 > lines.length)
    return {
      input: { format: 'pairs' },
      why: `${read} of ${lines.length} lines are key=value pairs.`,
    }
  const single = lines.filter((line) => pairOfLine(line) !== undefined).length
  if (single < lines.length) return undefined
  return {
    input: { format: 'pairs', layout: 'block' },
    why: 'Each line is one key=value pair; an empty line ends a record.',
  }
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const selected = 'The format was selected.'

const byFormat: Readonly<Record<TranslationInput['format'], (text: string) => Detection>> = {
  json: detectJson,
  ndjson: (text) => detectNdjson(text) ?? { input: { format: 'ndjson' }, why: selected },
  xml: detectXml,
  csv: (text) => detectCsv(text) ?? { input: { format: 'csv', delimiter: ',', header: true }, why: selected },
  form: (text) => detectForm(text) ?? { input: { format: 'form' }, why: selected },
  pairs: (text) => detectPairs(text) ?? detectPrefixed(text) ?? { input: { format: 'pairs' }, why: selected },
  markdown: (text) => detectMarkdown(text) ?? { input: { format: 'markdown' }, why: selected },
  sql: (text) => detectSql(text) ?? { input: { format: 'sql' }, why: selected },
}
