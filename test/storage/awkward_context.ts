/** Storage tests, corpus of awkward events: times in every form, and context fields of the wrong type. */
import { body, fitting, member, unfitting, type Awkward } from './awkward.ts'

/** A time as JSON text → the instant it denotes. */
const times: Readonly<Record<string, string>> = {
  '"2026-03-14T09:26:53Z"': '2026-03-14T09:26:53.000000Z',
  '"2026-03-14T09:26:53.5Z"': '2026-03-14T09:26:53.500000Z',
  '"2026-03-14T09:26:53.589793Z"': '2026-03-14T09:26:53.589793Z',
  '"2026-03-14T09:26:53.589793238Z"': '2026-03-14T09:26:53.589793Z',
  '"2026-03-14T10:26:53+01:00"': '2026-03-14T09:26:53.000000Z',
  '"2026-03-14T03:41:53.000001-05:45"': '2026-03-14T09:26:53.000001Z',
  '"2026-03-14T23:26:53+14:00"': '2026-03-14T09:26:53.000000Z',
  '"2026-03-14T09:26:53-00:00"': '2026-03-14T09:26:53.000000Z',
  '"2026-03-14t09:26:53z"': '2026-03-14T09:26:53.000000Z',
  '"2026-03-14 09:26:53Z"': '2026-03-14T09:26:53.000000Z',
  '"2024-02-29T00:00:00Z"': '2024-02-29T00:00:00.000000Z',
  '"9999-12-31T23:59:59.999999Z"': '9999-12-31T23:59:59.999999Z',
  '"0001-01-01T00:00:00Z"': '0001-01-01T00:00:00.000000Z',
  '"1582-10-10T00:00:00Z"': '1582-10-10T00:00:00.000000Z',
  '0': '1970-01-01T00:00:00.000000Z',
  '1773480413': '2026-03-14T09:26:53.000000Z',
  '1773480413.25': '2026-03-14T09:26:53.250000Z',
  '1773480413589': '2026-03-14T09:26:53.589000Z',
  '1773480413589793': '2026-03-14T09:26:53.589793Z',
  '1.773480413e9': '2026-03-14T09:26:53.000000Z',
}

/** Values that are not an RFC 3339 time, or not a time that BigQuery can store. */
const invalidTimes: Readonly<Record<string, string>> = {
  'RFC 2822': '"Sat, 14 Mar 2026 09:26:53 +0000"',
  'a date alone': '"2026-03-14"',
  'no offset': '"2026-03-14T09:26:53"',
  'no seconds': '"2026-03-14T09:26Z"',
  'a leap second': '"2016-12-31T23:59:60Z"',
  'a day that does not exist': '"2026-02-30T00:00:00Z"',
  'year 0': '"0000-12-31T23:59:59Z"',
  'year 10000': '"10000-01-01T00:00:00Z"',
  'before year 1, by its offset': '"0001-01-01T00:00:00+01:00"',
  'after year 9999, by its offset': '"9999-12-31T23:59:59-01:00"',
  'nanoseconds of the epoch': '1773480413589793238',
  'a negative epoch': '-1',
  'more than any double': '1e400',
  'an epoch as a string': '"1773480413"',
  'a US date': '"03/14/2026 09:26:53"',
  'a week date': '"2026-W11-6T09:26:53Z"',
  'the empty string': '""',
  'a boolean': 'true',
  'an object': '{"seconds":1773480413}',
}

/** A field → JSON texts of values that are invalid for it. */
const wrong: Readonly<Record<string, readonly string[]>> = {
  user_id: ['5', 'true', '{}', '["u-1"]', '""', JSON.stringify('u'.repeat(257))],
  session_number: ['"1"', '0', '1.5', '9007199254740993', '1e400', '-1'],
  email: ['"ada"', '"@"', '5'],
  event_id: ['5', '""', '"with space"', '"ünïcode"', JSON.stringify('i'.repeat(129)), 'null '],
  event_name: ['5', '[]', '{"a":1}'],
  date_of_birth: ['"1990-02-30"', '"10.12.1990"', '19901210'],
  limited_data_use: ['"true"', '1', '"false"'],
  consent: ['"granted"', '[]', '{"ad_storage":"yes"}', 'true'],
  ip: ['"256.1.1.1"', '"::g"', '"127.0.0.1:80"'],
  page_url: ['"no url"', '""'],
  gender: ['"x"', '"F"'],
}

export const awkwardContext: readonly Awkward[] = [
  ...Object.entries(times).map(([json, instant]) => ({
    name: `times: ${json}`,
    body: body(member('event_time', json), member('sent_at', json)),
    instants: { event_time: instant, sent_at: instant },
  })),
  ...Object.entries(invalidTimes).map(([name, json]) => ({
    name: `invalid times: ${name}`,
    body: body(member('event_time', json), member('sent_at', json)),
    moved: ['event_time', 'sent_at'],
  })),
  ...Object.entries(wrong).flatMap(([field, texts]) =>
    texts.map((json) =>
      json.trim() === 'null' ? fitting('null', field, json) : unfitting(json.slice(0, 40), field, json),
    ),
  ),
  fitting('emoji and marks', 'page_title', '"\u202e🧮 e\u0301"'),
  fitting('NUL', 'page_title', String.raw`"a\u0000b"`),
  fitting('quotes and backslashes', 'user_id', JSON.stringify('"\\\'`')),
  fitting('escapes', 'source', String.raw`"\u0061\/"`),
  fitting('the empty string', 'page_referrer', '""'),
  fitting('a whole number with a fraction', 'session_number', '3.0'),
  fitting('the largest safe integer', 'session_number', '9007199254740991'),
  fitting('a whole number with an exponent', 'session_number', '1e3'),
  fitting('a large whole number with an exponent', 'session_number', '9.007199254740991E15'),
  fitting(
    'unlisted members, numbers beyond precision',
    'consent',
    '{"ad_storage":"denied","x":1e400,"y":[1.0]}',
  ),
  fitting('IPv6', 'ip', '"2001:db8::1"'),
  {
    name: 'an invalid context field, and the same name in event_data',
    body: body('"user_id":5', '"event_data":{"user_id":"u-1"}'),
    moved: ['user_id'],
  },
  {
    name: 'several invalid context fields',
    body: body('"email":1', '"phone":2', '"a":3'),
    moved: ['email', 'phone'],
  },
]
