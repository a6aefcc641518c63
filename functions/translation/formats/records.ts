/** Translation layer: selects the reader for the format of a translation. Pure. */
import { translationLimits, type Format } from '../../../schemas/translation/input.ts'
import type { TranslationInput } from '../../../schemas/translation.ts'
import { csvReader } from './csv.ts'
import { formReader } from './form.ts'
import { jsonReader, ndjsonReader, recordsOf } from './json.ts'
import { markdownReader } from './markdown.ts'
import type { Naming } from './names.ts'
import { pairsReader } from './pairs.ts'
import { readWhole, type Read, type RecordReader } from './reader.ts'
import { sqlReader } from './sql.ts'
import { parseXml } from './xml.ts'

const readers: Readonly<Record<Format, (input: TranslationInput, naming: Naming) => RecordReader>> = {
  json: ({ records }, naming) => jsonReader(records, naming),
  ndjson: (_, naming) => ndjsonReader(naming),
  csv: ({ delimiter = ',', header = true }, naming) => csvReader({ delimiter, header, naming }),
  xml: ({ records }, naming) =>
    readWhole(
      translationLimits.wholeCharacters,
      (text) => (text.trim() === '' ? [] : recordsOf(parseXml(text), records, naming)),
      'Send several requests.',
    ),
  form: (_, naming) => formReader(naming),
  pairs: ({ layout = 'line', prefix }, naming) => pairsReader(layout, prefix, naming),
  markdown: (_, naming) => markdownReader(naming),
  sql: (_, naming) => sqlReader(naming),
}

/** Creates the reader for an input. Its methods throw FormatError if the rest of the text cannot be read. */
export function openReader(input: TranslationInput, renamed?: Naming['renamed']): RecordReader {
  return readers[input.format](input, { romanized: input.names === 'romanized', ...(renamed && { renamed }) })
}

/** Returns all records of a text. Throws FormatError. `renamed` is told each name that differs from the sender's. */
export function readAll(input: TranslationInput, text: string, renamed?: Naming['renamed']): readonly Read[] {
  const reader = openReader(input, renamed)
  return [...reader.push(text.replace(/^\uFEFF/, '')), ...reader.end()]
}
