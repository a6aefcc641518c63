/** Cases of insertAll: text, bytes and JSON documents. */
import { scalarCases, unsettled, type StreamingColumn } from './case.ts'
import { intoString, jsonText, nativeJson, nodeTest, open, reference, samples } from './sources.ts'

export const textColumns: readonly StreamingColumn[] = [
  {
    name: 'text',
    field: { type: 'STRING' },
    select: 'text',
    cases: [
      { type: 'string', json: '"12.50"', stored: '12.50', source: reference },
      { type: 'string', json: '""', stored: '', source: reference },
      { type: 'integer', json: '7', stored: '7', source: intoString },
      {
        type: 'boolean',
        json: 'true',
        refused: 'Conversion from bool to std::string is unsupported.',
        source: nodeTest,
      },
      ...unsettled('STRING', ['wide integer', 'fraction']),
      ...scalarCases('text'),
    ],
  },
  {
    name: 'bytes',
    field: { type: 'BYTES' },
    select: 'TO_BASE64(bytes)',
    cases: [
      { type: 'string', json: '"/+8="', stored: '/+8=', source: samples },
      {
        type: 'string',
        json: '"no base64!"',
        refused: 'Could not decode base64 string to bytes. Value: no base64!',
        source: open,
      },
      ...unsettled('BYTES', ['integer', 'wide integer', 'fraction', 'boolean']),
      ...scalarCases('bytes'),
    ],
  },
  {
    name: 'document',
    field: { type: 'JSON' },
    select: 'IF(document IS NULL, NULL, TO_JSON_STRING(document))',
    cases: [
      { type: 'string', json: String.raw`"{\"a\":[1,\"b\"]}"`, stored: '{"a":[1,"b"]}', source: nativeJson },
      { type: 'string', json: String.raw`"\"a text\""`, stored: '"a text"', source: jsonText },
      { type: 'string', json: '"20"', stored: '20', source: jsonText },
      { type: 'string', json: '"a text"', refused: 'Invalid JSON value: a text', source: open },
      ...unsettled('JSON', ['integer', 'wide integer', 'fraction', 'boolean']),
      ...scalarCases('document'),
    ],
  },
]
