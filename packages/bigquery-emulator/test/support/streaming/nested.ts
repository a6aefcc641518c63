/** Cases of insertAll: records, repeated columns and missing required fields. */
import { noRecord, notRepeated, refusal, type StreamingColumn } from './case.ts'
import {
  arrayRefused,
  nodeTest,
  notARecord,
  nullElement,
  nullRepeated,
  open,
  reference,
  requiredNull,
  samples,
} from './sources.ts'

export const nestedColumns: readonly StreamingColumn[] = [
  {
    name: 'record',
    field: {
      type: 'RECORD',
      fields: [
        { name: 'a', type: 'INT64' },
        { name: 'tags', type: 'STRING', mode: 'REPEATED' },
      ],
    },
    select: 'IF(record IS NULL, NULL, TO_JSON_STRING(record))',
    cases: [
      { type: 'object', json: '{"a":1,"tags":["x"]}', stored: '{"a":1,"tags":["x"]}', source: samples },
      { type: 'object', json: '{"a":null}', stored: '{"a":null,"tags":[]}', source: reference },
      { type: 'object', json: '{"b":1}', refused: 'no such field: record.b.', source: open },
      { type: 'object', json: '{"a":[1]}', refused: notRepeated('a'), source: arrayRefused },
      { type: 'object', json: '{"a":true}', refused: refusal('boolean', 'INT64'), source: open },
      { type: 'string', json: '"x"', refused: noRecord('record'), source: notARecord },
      { type: 'integer', json: '7', refused: noRecord('record'), source: notARecord },
      { type: 'wide integer', json: '9007199254740993', refused: noRecord('record'), source: notARecord },
      { type: 'fraction', json: '1.5', refused: noRecord('record'), source: notARecord },
      { type: 'boolean', json: 'true', refused: noRecord('record'), source: notARecord },
      { type: 'array', json: '[{"a":1}]', refused: notRepeated('record'), source: arrayRefused },
      { type: 'null', json: 'null', stored: null, source: reference },
      { type: 'missing', stored: null, source: reference },
    ],
  },
  {
    name: 'list',
    field: { type: 'STRING', mode: 'REPEATED' },
    select: 'TO_JSON_STRING(list)',
    cases: [
      { type: 'array', json: '["a","b"]', stored: '["a","b"]', source: samples },
      { type: 'array', json: '[]', stored: '[]', source: reference },
      {
        type: 'array',
        json: '["a",null]',
        refused: 'Only optional fields can be set to NULL. Field: list; Value: NULL',
        source: nullElement,
      },
      { type: 'array', json: '[["a"]]', refused: notRepeated('list'), source: open },
      {
        type: 'array',
        json: '[true]',
        refused: 'Conversion from bool to std::string is unsupported.',
        source: nodeTest,
      },
      ...(['string', 'integer', 'wide integer', 'fraction', 'boolean', 'object'] as const).map((type) => ({
        type,
        json: {
          string: '"a"',
          integer: '7',
          'wide integer': '9007199254740993',
          fraction: '1.5',
          boolean: 'true',
          object: '{"a":1}',
        }[type],
        refused: 'Repeated field must be imported as a JSON array. Field: list.',
        source: open,
      })),
      {
        type: 'null',
        json: 'null',
        refused: 'Only optional fields can be set to NULL. Field: list; Value: NULL',
        source: nullRepeated,
      },
      { type: 'missing', stored: '[]', source: nullRepeated },
    ],
  },
]

/** Missing required fields, each as a whole row. */
export const requiredCases: readonly { json: string; refused: readonly string[]; source: string }[] = [
  { json: '{"must":"x"}', refused: [], source: reference },
  {
    json: '{}',
    refused: ['Missing required field: Msg_0_CLOUD_QUERY_TABLE.must.'],
    source: requiredNull,
  },
  {
    json: '{"must":null}',
    refused: ['Missing required field: Msg_0_CLOUD_QUERY_TABLE.must.'],
    source: requiredNull,
  },
  {
    json: '{"must":true}',
    refused: ['Conversion from bool to std::string is unsupported.'],
    source: nodeTest,
  },
  { json: '{"must":"x","items":[{"id":1}],"who":{"name":"Ada"}}', refused: [], source: reference },
  // The message for a field inside a record is not known.
  {
    json: '{"must":"x","items":[{"id":1},{}]}',
    refused: ['Missing required field: Msg_0_CLOUD_QUERY_TABLE.items.id.'],
    source: open,
  },
  {
    json: '{"must":"x","who":{"name":null}}',
    refused: ['Missing required field: Msg_0_CLOUD_QUERY_TABLE.who.name.'],
    source: open,
  },
]
