/** Translation layer: selects the reader for the format of a translation. Pure. */
import { translationLimits, type Format } from '../../../schemas/translation/input.ts'
import type { TranslationInput } from '../../../schemas/translation.ts'
import { csvReader } from './csv.ts'
import { formReader } from './form.ts'
import { jsonReader, ndjsonReader, recordsOf } from './json.ts'
import { pairsReader } from './pairs.ts'
import { readWhole, type Read, type RecordReader } from './reader.ts'
import { parseXml } from './xml.ts'

const readers: Readonly<Record<Format, (input: TranslationInput) => RecordReader>> = {
  json: ({ records }) => jsonReader(records),
  ndjson: ndjsonReader,
  csv: ({ delimiter = ',', header = true }) => csvReader({ delimiter, header }),
  xml: ({ records }) =>
    readWhole(
      translationLimits.wholeCharacters,
      (text) => (text.trim() === '' ? [] : recordsOf(parseXml(text), records)),
      'Send several requests.',
    ),
  form: formReader,
  pairs: ({ layout = 'line' }) => pairsReader(layout),
}

/** Creates the reader for an input. Its methods throw FormatError if the rest of the text cannot be read. */
export function openReader(input: TranslationInput): RecordReader {
  return readers[input.format](input)
}

/** Returns all records of a text. Throws FormatError. */
export function readAll(input: TranslationInput, text: string): readonly Read[] {
  const reader = openReader(input)
  return [...reader.push(text.replace(/^\uFEFF/, '')), ...reader.end()]
}
