/** Storage tests, corpus of awkward events: shapes of the body, from empty to the maximum depth and size. */
import { limits } from '../../schemas/limits.ts'
import { body, member, ofValue, type Awkward } from './awkward.ts'

function nested(depth: number, open: string, middle: string, close: string): string {
  return open.repeat(depth) + middle + close.repeat(depth)
}

/** Maximum depth of a value inside the event. */
const depth = limits.nestingLevels - 1

const values: Readonly<Record<string, string>> = {
  null: 'null',
  'an empty object': '{}',
  'an empty array': '[]',
  'nulls in an array': '[null,null]',
  'nulls in an object': '{"a":null,"b":{"c":null}}',
  'arrays of arrays': '[[],[[]],[[1],[2,[3]]]]',
  'an array of all types': '[1,"1",true,null,{"a":[]},[],1.0]',
  'objects in arrays in objects': '[{"a":[{"b":[{"c":1}]}]}]',
  'booleans and strings that look like booleans': '[true,"true",false,"false"]',
  'arrays of the maximum depth': nested(depth, '[', '', ']'),
  'objects of the maximum depth': nested(depth, '{"a":', '1', '}'),
  'alternating objects and arrays of the maximum depth': nested(
    Math.floor(depth / 2),
    '[{"a":',
    'null',
    '}]',
  ),
  'a hundred thousand elements': JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index)),
}

function many(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => member(`k${index}`, String(index)))
}

const bodies: Readonly<Record<string, string>> = {
  'only the name': body(),
  'an empty object, with the name from the topic': '{}',
  'an empty event_data': body('"event_data":{}'),
  'nested fields only': body('"event_data":{"content_name":"n","a":[1]}'),
  'top-level fields only': body('"content_name":"n"', '"a":[1]'),
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
  'duplicate event_data': body('"event_data":{"a":1}', '"event_data":{"b":2}'),
  'duplicate event_data, the last one a string': body('"event_data":{"a":1}', '"event_data":"b"'),
  'a duplicate field': body('"a":{"x":1}', '"a":{"y":2}'),
  'a duplicate context field': body('"user_id":"u-1"', '"user_id":"u-2"'),
  'nulls everywhere': body('"user_id":null', '"a":null', '"event_time":null', '"event_data":{"b":null}'),
  'nearly ten thousand fields': body(...many(limits.membersPerObject - 9)),
  'ten thousand nested fields': body(member('event_data', `{${many(limits.membersPerObject).join(',')}}`)),
  'a byte order mark': `\ufeff${body('"a":1')}`,
  'CRLF line ends': body('"a":1').replaceAll(',', ',\r\n\t').replace('{', ' {\r\n'),
  'white space everywhere':
    ' \t\n{ "event_name" : "view_content" , "a" : [ 1 , { "b" : " c " } , [ ] ] , "d" : { } } \r\n',
  'a megabyte of spaces': `{${' '.repeat(1_000_000)}"a":1}`,
  'an event of the maximum size': body(
    member('a', `"${'b'.repeat(limits.eventBytes - body(member('a', '""')).length)}"`),
  ),
}

export const awkwardShapes: readonly Awkward[] = [
  ...Object.entries(values).map(([name, json]) => ofValue(name, json)),
  ...Object.entries(bodies).map(([name, body]) => ({ name, body })),
  // https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#json_type
  { ...ofValue('a duplicate name', '{"a":1,"b":2,"a":3}'), shown: '{"x":{"a":1,"b":2}}' },
]
