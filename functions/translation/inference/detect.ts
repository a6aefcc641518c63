/** Translation layer: finds out in which format a pasted text is written. Pure. */
import type { TranslationInput } from '../../../schemas/translation.ts'
import { detectCsv } from './detect_csv.ts'
import { detectRecords } from './detect_records.ts'
import { parseForm } from '../formats/form.ts'
import { parseJson } from '../formats/json.ts'
import { withReadableNames } from '../formats/names.ts'
import { pairOfLine, pairsOf } from '../formats/pairs.ts'
import { parseXml } from '../formats/xml.ts'

/** What a text most likely is, and why; or why it can be nothing that is read. */
export type Detection = { input: TranslationInput; why: string } | { problem: string }

/** Characters that are looked at. */
const longest = 2_000_000

/** Detects the format; `given` overrides what is detected, option by option. */
export function detect(text: string, given: Partial<TranslationInput> = {}): Detection {
  const plain = text.replace(/^\uFEFF/, '').slice(0, longest)
  if (plain.trim() === '') return { problem: 'There is nothing in the text.' }
  if (text.length > longest && isReadWhole(given.format, plain))
    return {
      problem: `JSON or XML of ${text.length} characters is not looked at: paste a few whole records.`,
    }
  const format = given.format
  const found = format ? byFormat[format](plain) : first(plain)
  if ('problem' in found) return found
  return { input: { ...found.input, ...given }, why: found.why }
}

/** Whether a part of the text is no text of the format: one record a line can be cut, one document cannot. */
function isReadWhole(format: TranslationInput['format'] | undefined, text: string): boolean {
  if (format !== undefined) return format === 'json' || format === 'xml'
  return /^\s*(?:<|\[|\{)/.test(text) && detectNdjson(text) === undefined
}

function first(text: string): Detection {
  const start = text.trimStart()[0]
  if (start === '<') return detectXml(text)
  if (start === '{' || start === '[') return detectJson(text)
  return detectForm(text) ?? detectPairs(text) ?? detectCsv(text) ?? { problem: unknown }
}

const unknown =
  'The text is none of JSON, NDJSON, CSV, XML, a form or key=value pairs: paste a line with its header, or one whole payload.'

function detectXml(text: string): Detection {
  if (/^\s*<(!doctype html|html)\b/i.test(text)) return { problem: 'This is a web page (HTML), not data.' }
  try {
    const records = detectRecords(withReadableNames(parseXml(text)), true)
    return {
      input: { format: 'xml', ...(records !== undefined && { records }) },
      why: records === undefined ? 'It is one XML document.' : `It is XML with its records at ${records}.`,
    }
  } catch (error) {
    return { problem: `It begins as XML does, but cannot be read. ${(error as Error).message}` }
  }
}

function detectJson(text: string): Detection {
  try {
    const value = withReadableNames(parseJson(text))
    const records = detectRecords(value, false)
    const shape = Array.isArray(value) ? `a list of ${value.length}` : 'one object'
    return {
      input: { format: 'json', ...(records !== undefined && { records }) },
      why: `It is JSON, ${shape}${records === undefined ? '' : ` with its records at ${records}`}.`,
    }
  } catch (error) {
    return (
      detectNdjson(text) ?? {
        problem: `It begins as JSON does, but cannot be read. ${(error as Error).message}`,
      }
    )
  }
}

function detectNdjson(text: string): Detection | undefined {
  const lines = linesOf(text)
  const parsed = lines.filter(isJsonObject).length
  if (lines.length < 2 || parsed * 2 <= lines.length) return undefined
  return { input: { format: 'ndjson' }, why: `${parsed} of ${lines.length} lines are JSON each.` }
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
      why: 'It is a form as browsers and webhooks post it: name=value&name=value.',
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
      why: `${read} of ${lines.length} lines are pairs such as key=value.`,
    }
  const single = lines.filter((line) => pairOfLine(line) !== undefined).length
  if (single < lines.length) return undefined
  return {
    input: { format: 'pairs', layout: 'block' },
    why: 'Each line is one pair such as key=value; an empty line ends a record.',
  }
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const byFormat: Readonly<Record<TranslationInput['format'], (text: string) => Detection>> = {
  json: detectJson,
  ndjson: (text) => detectNdjson(text) ?? { input: { format: 'ndjson' }, why: 'As told.' },
  xml: detectXml,
  csv: (text) =>
    detectCsv(text) ?? { input: { format: 'csv', delimiter: ',', header: true }, why: 'As told.' },
  form: (text) => detectForm(text) ?? { input: { format: 'form' }, why: 'As told.' },
  pairs: (text) => detectPairs(text) ?? { input: { format: 'pairs' }, why: 'As told.' },
}
