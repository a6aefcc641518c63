/** Storage tests, the corpus of awkward events: forms of the body, from empty to as deep and as wide as it may be. */
import { limits } from '../../schemas/limits.ts'
import { body, member, ofValue, type Awkward } from './awkward.ts'

function nested(depth: number, open: string, middle: string, close: string): string {
  return open.repeat(depth) + middle + close.repeat(depth)
}

/** What is left for a value below the event itself. */
const depth = limits.nestingLevels - 1

const values: Readonly<Record<string, string>> = {
  null: 'null',
  'an empty object': '{}',
  'an empty array': '[]',
  'nulls in an array': '[null,null]',
  'nulls in an object': '{"a":null,"b":{"c":null}}',
  'arrays of arrays': '[[],[[]],[[1],[2,[3]]]]',
  'an array of everything': '[1,"1",true,null,{"a":[]},[],1.0]',
  'objects in arrays in objects': '[{"a":[{"b":[{"c":1}]}]}]',
  'booleans and their words': '[true,"true",false,"false"]',
  'arrays as deep as they may be': nested(depth, '[', '', ']'),
  'objects as deep as they may be': nested(depth, '{"a":', '1', '}'),
  'objects and arrays in turn, as deep as they may be': nested(Math.floor(depth / 2), '[{"a":', 'null', '}]'),
  'a hundred thousand elements': JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index)),
}

function many(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => member(`k${index}`, String(index)))
}

const bodies: Readonly<Record<string, string>> = {
  'nothing but the name': body(),
  'nothing at all, the name being the topic’s': '{}',
  'an empty event_data': body('"event_data":{}'),
  'nested alone': body('"event_data":{"content_name":"n","a":[1]}'),
  'top level alone': body('"content_name":"n"', '"a":[1]'),
  'both forms': body('"a":1', '"event_data":{"b":2}', '"c":3'),
  'both forms with a name in both': body('"a":1', '"event_data":{"a":2}'),
  'event_data inside event_data': body('"event_data":{"event_data":{"event_data":{"a":1}}}'),
  'context names inside event_data': body(
    '"user_id":"u-1"',
    '"event_data":{"user_id":5,"event_id":[],"event_name":"x","event_time":"x"}',
  ),
  'event_data that is a string': body('"event_data":"text"'),
  'event_data that is an array': body('"event_data":[{"a":1}]'),
  'event_data that is null': body('"event_data":null'),
  'event_data that is a number': body('"event_data":1e400'),
  'event_data given twice': body('"event_data":{"a":1}', '"event_data":{"b":2}'),
  'event_data given twice, at last as a string': body('"event_data":{"a":1}', '"event_data":"b"'),
  'a field given twice': body('"a":{"x":1}', '"a":{"y":2}'),
  'a context field given twice': body('"user_id":"u-1"', '"user_id":"u-2"'),
  'nulls everywhere': body('"user_id":null', '"a":null', '"event_time":null', '"event_data":{"b":null}'),
  'ten thousand fields': body(...many(10_000)),
  'ten thousand nested fields': body(member('event_data', `{${many(10_000).join(',')}}`)),
  'a byte order mark': `\ufeff${body('"a":1')}`,
  'lines that end with CRLF': body('"a":1').replaceAll(',', ',\r\n\t').replace('{', ' {\r\n'),
  'spaces in every place':
    ' \t\n{ "event_name" : "view_content" , "a" : [ 1 , { "b" : " c " } , [ ] ] , "d" : { } } \r\n',
  'a megabyte of spaces': `{${' '.repeat(1_000_000)}"a":1}`,
  'as large as an event may be': body(
    member('a', `"${'b'.repeat(limits.eventBytes - body(member('a', '""')).length)}"`),
  ),
}

export const awkwardShapes: readonly Awkward[] = [
  ...Object.entries(values).map(([name, json]) => ofValue(name, json)),
  ...Object.entries(bodies).map(([name, body]) => ({ name, body })),
  // https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#json_type
  { ...ofValue('a name given twice', '{"a":1,"b":2,"a":3}'), shown: '{"x":{"a":1,"b":2}}' },
]
