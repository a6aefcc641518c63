/** Storage tests, corpus of awkward events: field names that have a meaning in JavaScript, JSON, SQL or BigQuery. */
import { body, member, ofKey, type Awkward } from './awkward.ts'

const keys: Readonly<Record<string, string>> = {
  'the empty name': '',
  'a space': ' ',
  'white space of every kind': '\t\n\r\u00a0',
  'spaces around': ' a ',
  'a reserved word of SQL': 'SELECT',
  'a statement': 'DROP TABLE events',
  'another reserved word': 'from',
  'the prototype': '__proto__',
  constructor: 'constructor',
  prototype: 'prototype',
  hasOwnProperty: 'hasOwnProperty',
  toString: 'toString',
  valueOf: 'valueOf',
  toJSON: 'toJSON',
  'the method of a promise': 'then',
  length: 'length',
  'a dot': 'a.b.c',
  'brackets of a path': 'a[0]["b"]',
  'a JSON path': '$.event_data.a',
  'a double quote': 'a"b',
  'a single quote': "a'b",
  'a backtick': 'a`b',
  'a backslash': 'a\\b',
  'a slash': 'a/b',
  'a colon': 'a:b',
  'a comma and braces': '},{',
  NUL: 'a\u0000b',
  'a line end': 'a\r\nb',
  emoji: '🧮',
  'emoji of several code points': '👩‍👩‍👧‍👦',
  'right to left': 'שם',
  'combining characters': 'e\u0301',
  'a number': '0',
  'a negative number': '-1',
  'a number beyond the integers': '99999999999999999999',
  'a JSON literal': 'null',
  'a hyphen': 'content-name',
  'a dollar': '$',
  'an at sign': '@id',
  HTML: '<b onclick="x">',
  'a hundred thousand characters': 'k'.repeat(100_000),
  'a name longer than a column': 'c'.repeat(301),
  'a prefix that BigQuery reserves': '_PARTITIONTIME',
  'another prefix that BigQuery reserves': '_TABLE_SUFFIX',
  'a context field in capitals': 'USER_ID',
  'a context field in mixed case': 'User_Id',
  'a context field with a space': 'user_id ',
  'a context field with a look-alike letter': 'us\u0435r_id',
}

/** Columns that are not context fields: a producer's field of that name is an event field. */
const platformColumns = [
  'received_at',
  'stored_at',
  'topic',
  'message_id',
  'definition',
  'hop',
  'violations',
  'decisions',
]

export const awkwardKeys: readonly Awkward[] = [
  ...Object.entries(keys).map(([name, key]) => ofKey(`as a name, ${name}`, key)),
  {
    name: 'names of columns that the platform fills',
    body: body(...platformColumns.map((name) => member(name, '"mine"'))),
  },
  {
    name: 'event_data in capitals',
    body: body('"EVENT_DATA":{"a":1}', '"Event_Name":"b"', '"event_ID":"c"'),
  },
  {
    name: 'names that differ in case alone',
    body: body('"a":1', '"A":2', '"ä":3', '"Ä":4', '"ß":5', '"ẞ":6'),
  },
  { name: 'names that differ in composition alone', body: body('"\u00e9":1', '"e\u0301":2') },
  { name: 'every member of an object’s prototype', body: body(...prototypeMembers()) },
  { name: '__proto__ as an object', body: body('"__proto__":{"user_id":"u-1","polluted":true}') },
  { name: '__proto__ inside event_data', body: body('"event_data":{"__proto__":{"a":1},"constructor":2}') },
]

function prototypeMembers(): readonly string[] {
  return Object.getOwnPropertyNames(Object.prototype).map((name) => member(name, JSON.stringify(name)))
}
