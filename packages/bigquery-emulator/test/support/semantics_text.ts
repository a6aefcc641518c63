/** Values and their texts where GoogleSQL and DuckDB differ: JSON, casts, FORMAT, rounding, time zones. */
import type { Section } from './semantics.ts'

const functions = 'https://cloud.google.com/bigquery/docs/reference/standard-sql'
const nan = `CAST('nan' AS FLOAT64)`
const widest = `NUMERIC '99999999999999999999999999999.999999999'`

export const textSections: readonly Section[] = [
  {
    reference: `${functions}/json_functions#json_encodings`,
    cases: [
      [`JSON_OBJECT('foo', 10, 'bar', TRUE), JSON_OBJECT()`, ['{"bar":true,"foo":10}', '{}']],
      [
        `JSON_OBJECT('a', 1, 'a', 2), JSON_OBJECT('é', 1, 'z', 2, '😀', 3, '\uffee', 4)`,
        ['{"a":1}', '{"z":2,"é":1,"\uffee":4,"😀":3}'],
      ],
      ['JSON_OBJECT(CAST(NULL AS STRING), 1)', /A key cannot be NULL/],
      [
        `PARSE_JSON('{"b": 1e2, "a": -0, "b": 1}'), JSON '{"b":[1.50],"B":"\\\\u00e9\\\\/"}'`,
        ['{"a":0,"b":100.0}', '{"B":"é/","b":[1.5]}'],
      ],
      [`PARSE_JSON('"\\\\ud83d"')`, /Invalid input to PARSE_JSON: invalid string/],
      [`PARSE_JSON(CONCAT(REPEAT('[', 501), REPEAT(']', 501)))`, /nested deeper than 500 levels/],
      [
        `TO_JSON(STRUCT(2 AS b, [1.0, 1 / 3] AS a)), TO_JSON(1e20), TO_JSON(STRUCT(1, 2))`,
        ['{"a":[1.0,0.3333333333333333],"b":2}', '1e+20', '{"":1}'],
      ],
      [
        `TO_JSON_STRING(STRUCT(2 AS b, 1.0 AS a)), TO_JSON_STRING(1 / 3), TO_JSON_STRING(STRUCT(1, 2))`,
        ['{"b":2,"a":1}', '0.33333333333333331', '{"":1,"":2}'],
      ],
      [
        `TO_JSON_STRING(NUMERIC '123.56'), TO_JSON_STRING(NUMERIC '12'), TO_JSON_STRING(NUMERIC '9007199254740993')`,
        ['"123.56"', '12', '"9007199254740993"'],
      ],
      [`TO_JSON(NUMERIC '1.5'), TO_JSON(NUMERIC '3'), TO_JSON(${widest})`, ['1.5', '3', '1e+29']],
      [
        `TO_JSON_STRING('\\x1f\\u2028<'), TO_JSON('\\x1f\\u2028<')`,
        ['"\\u001f\\u2028<"', '"\\u001f\u2028<"'],
      ],
      [`TO_JSON_STRING(STRUCT(CAST(NULL AS ARRAY<INT64>) AS a, ARRAY<INT64>[] AS b))`, '{"a":null,"b":[]}'],
      [
        `TO_JSON_STRING(JSON '{"b":[],"10":{"a":1.0},"9":2}', TRUE)`,
        '{\n  "10": {\n    "a": 1.0\n  },\n  "9": 2,\n  "b": []\n}',
      ],
      [
        `JSON_SET(JSON '{"9":1.0,"10":18446744073709551615}', '$.b', 2.0)`,
        '{"10":18446744073709551615,"9":1.0,"b":2.0}',
      ],
      [`JSON_STRIP_NULLS(JSON '{"b":null,"a":[1.0,null]}'), LAX_STRING(JSON '1.0')`, ['{"a":[1.0]}', '1']],
      [
        `JSON_STRIP_NULLS(JSON '{"b":{"c":null},"a":null}', '$.b'), JSON_STRIP_NULLS(JSON '[]', remove_empty => TRUE)`,
        ['{"a":null,"b":{}}', 'null'],
      ],
      [`JSON_REMOVE(JSON '1', '$')`, /The JSONPath cannot be '\$'/],
      [`JSON_VALUE('{"a b":1}', '$."a b"'), JSON_EXTRACT_SCALAR('{"a b":1}', "$['a b']")`, ['1', '1']],
      [`JSON_VALUE('{"a b":1}', "$['a b']")`, /Invalid token in JSONPath at: \['a b'\]/],
      [`JSON_EXTRACT('{"a b":1}', '$."a b"')`, /Invalid token in JSONPath at: ."a b"/],
      [`JSON_VALUE(JSON '{"a":1}', '$.*')`, /Unsupported operator in JSONPath: \*/],
      ['TO_JSON_STRING(INTERVAL 1 DAY)', /INTERVAL in JSON is not supported/],
      [`MIN(j) FROM UNNEST([JSON '1']) AS j`, /MIN is not defined for arguments of type JSON/],
    ],
  },
  {
    reference: `${functions}/conversion_functions#cast_as_string`,
    cases: [
      [
        `CAST(1 / 3 AS STRING), CAST(1.1 AS STRING), CAST(-9223372036854775808.0 AS STRING)`,
        ['0.33333333333333331', '1.1', '-9.2233720368547758e+18'],
      ],
      [
        `CAST(-0.0 AS STRING), CAST(${nan} AS STRING), CAST(0.1 + 0.2 AS STRING)`,
        ['0', 'nan', '0.30000000000000004'],
      ],
      [`CAST(x AS NUMERIC) FROM UNNEST([1e18]) AS x`, '1000000000000000000'],
      [
        `CAST(1e28 AS NUMERIC), CAST(0.0000000005 AS NUMERIC), SAFE_CAST('5e-324' AS NUMERIC)`,
        ['10000000000000000000000000000', '0.000000001', '0'],
      ],
      [`SAFE_CAST(${nan} AS NUMERIC), SAFE_CAST('0x1F' AS FLOAT64)`, [null, '31.0']],
    ],
  },
  {
    reference: `${functions}/data-types#canonical_format_for_timestamp_literals`,
    cases: [
      [
        `SAFE_CAST('2020-01-01 00:00:00' AS DATE), SAFE_CAST(' 2020-01-01' AS DATE), SAFE_CAST('0000-01-01' AS DATE)`,
        [null, null, null],
      ],
      [
        `SAFE_CAST('2020-01-01 01:02' AS TIMESTAMP), SAFE_CAST('2020-01-01 24:00:00' AS DATETIME), SAFE_CAST('01:02' AS TIME)`,
        [null, null, null],
      ],
      [
        `SAFE_CAST('2020-01-01 01:02:03+05' AS DATETIME), SAFE_CAST('2020-01-01Z' AS TIMESTAMP)`,
        [null, null],
      ],
      [`CAST('2020-01-01 01:02:03+05' AS DATETIME)`, /^Invalid datetime string "2020-01-01 01:02:03\+05"$/],
      [`TIMESTAMP '2020-01-01 01:02'`, /Invalid TIMESTAMP literal/],
      [
        `SAFE_CAST('2020-01-01t01:02:03z' AS TIMESTAMP), SAFE_CAST('2020-01-01 1:2:3.5-8' AS TIMESTAMP)`,
        ['1577840523000000', '1577869323500000'],
      ],
      [
        `SAFE_CAST('2020-12-31 23:59:60' AS DATETIME), SAFE_CAST('23:59:60' AS TIME)`,
        ['2021-01-01T00:00:00', '00:00:00'],
      ],
      [`DATE('2016-12-25 05:30:00+07')`, '2016-12-24'],
      [`EXTRACT(DATETIME FROM DATE '2020-01-01')`, /DATETIME/],
      [
        `GENERATE_DATE_ARRAY('2020-01-01', '2020-01-02', INTERVAL 1 HOUR)`,
        /A valid date part name is required but found HOUR/,
      ],
      [`LAST_DAY(DATE '1970-01-01', ISOYEAR)`, '1971-01-03'],
      [`TIMESTAMP(DATETIME '0001-01-01 00:00:00', '+05:30')`, /out of range/],
    ],
  },
  {
    reference: `${functions}/data-types#time_zones`,
    cases: [
      [
        `DATE(TIMESTAMP '2020-01-01 20:00:00', '+05:30'), TIMESTAMP('2020-01-01 00:00:00', '-08')`,
        ['2020-01-02', '1577865600000000'],
      ],
      [
        `STRING(TIMESTAMP '2020-01-01', '+05:30'), STRING(TIMESTAMP '1850-01-01', 'America/New_York')`,
        ['2020-01-01 05:30:00+05:30', '1849-12-31 19:04:00-04:56'],
      ],
      [`TIMESTAMP_TRUNC(TIMESTAMP '2020-01-01 20:10:00', HOUR, '+05:30')`, '1577907000000000'],
      [`PARSE_TIMESTAMP('%F', '2020-01-01', '+02:30')`, '1577827800000000'],
    ],
  },
  {
    reference: `${functions}/format-elements#format_elements_date_time`,
    cases: [
      [
        `FORMAT_DATE('%F %T %Ez', DATE '2020-02-29'), FORMAT_TIME('%F %T', TIME '01:02:03')`,
        ['2020-02-29 %T %Ez', '%F 01:02:03'],
      ],
      [
        `FORMAT_DATETIME('%T %Z', DATETIME '2020-02-29 01:02:03'), FORMAT_DATE('%Y %E4Y', DATE '0099-01-01')`,
        ['01:02:03 %Z', '99 0099'],
      ],
      [
        `FORMAT_TIMESTAMP('%Z', TIMESTAMP '2020-01-01', 'Asia/Kolkata'), FORMAT_TIMESTAMP('%Z', TIMESTAMP '2020-01-01', 'America/New_York')`,
        ['UTC+0530', 'UTC-5'],
      ],
      [
        `FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', TIMESTAMP '2020-02-29 01:02:03.04'), FORMAT_TIMESTAMP('%F %H:%M:%E6S', TIMESTAMP '2020-01-01 05:00:00.000007', 'America/New_York')`,
        ['2020-02-29T01:02:03.040000Z', '2020-01-01 00:00:00.000007'],
      ],
      [
        `FORMAT_TIMESTAMP('%F %E6S', TIMESTAMP '0099-01-01 00:00:01.5'), FORMAT_DATETIME('%E6S', DATETIME '2020-01-01 00:00:59'), FORMAT_DATE('%%F %E6S', DATE '2020-01-01')`,
        ['99-01-01 01.500000', '59.000000', '%F %E6S'],
      ],
      [`PARSE_DATE('%s', '100')`, /Invalid format: %s is not allowed for the DATE type/],
      [`PARSE_DATE('%U %Y', '10 2020')`, /Format element %U of PARSE functions is not supported/],
      [`PARSE_TIME('%E3S', '5.1234')`, /Failed to parse/],
      [`PARSE_DATETIME('%F %T', '2020-12-31 23:59:60')`, '2021-01-01T00:00:00'],
    ],
  },
  {
    reference: `${functions}/string_functions#format_string`,
    cases: [
      [
        `FORMAT('%.0f %.0f %.1f %.2f', 2.5, 0.5, 2.25, 2.675), FORMAT('%.0e', 2.5)`,
        ['2 0 2.2 2.67', '2e+00'],
      ],
      [`FORMAT('%.5d|%8.3d|%-5d|%05d', 42, -5, 1, -7)`, '00042|    -005|1    |-0007'],
      [`FORMAT("%'d %'x %'o %#x %+d", 1234567, 1048576, 4096, -255, 5)`, '1,234,567 10:0000 1,0000 -0xff +5'],
      [`FORMAT('%F %f', CAST('-inf' AS FLOAT64), 1e21)`, '-INF 1000000000000000000000.000000'],
      [
        `FORMAT('%t %T', b'\\xff\\'', b'\\xff"'), FORMAT('%.3t|', 'abcdef')`,
        [`\\xff\\' b"\\xff\\""`, 'abc|'],
      ],
      [`FORMAT('%t %t', 1 / 3, -0.0), FORMAT('%#g', 1.5)`, /the flag # of %g is not supported/],
      [`FORMAT('%t %T', 1 / 3, ${nan})`, '0.33333333333333331 CAST("nan" AS FLOAT64)'],
    ],
  },
  {
    reference: `${functions}/mathematical_functions#round`,
    cases: [
      [
        'ROUND(2.675, 2), ROUND(0.15, 1), TRUNC(2.3, 1), ROUND(1e-300, 2), ROUND(1e16, -400)',
        ['2.67', '0.1', '2.2', '0.0', '0.0'],
      ],
      ['SIN(NUMERIC "0"), IEEE_DIVIDE(NUMERIC "1", NUMERIC "0")', ['0.0', 'Infinity']],
      ['SQRT(NUMERIC "4")', /of NUMERIC is not supported/],
      [`SAFE_DIVIDE(${widest}, NUMERIC '0.000000001')`, null],
      ['RANGE_BUCKET(3, [0, 1, -1])', /must be in ascending order/],
      ['SUM(x), AVG(x) FROM UNNEST([1.5]) AS x WHERE FALSE', [null, null]],
      ['ARRAY_SLICE([1, 2, 3], 1, NULL), ARRAY_SLICE([1, 2, 3], 1, 9223372036854775807)', [[], ['2', '3']]],
      [`INITCAP('ß'), SOUNDEX('true'), NET.HOST('a.b:80/p'), LOWER(b'\\xc3A')`, ['ß', 't600', 'a.b', 'w2E=']],
      [`REGEXP_EXTRACT_ALL('a1b', '[a-z]'), REGEXP_EXTRACT_ALL('', 'a*')`, [['a', 'b'], ['']]],
      [`REGEXP_EXTRACT_ALL('ab', 'b*')`, /empty match is not supported/],
      ['CODE_POINTS_TO_BYTES([256])', /Invalid ASCII value 256/],
      ["FROM_BASE64('a')", /Failed to decode invalid base64 string/],
    ],
  },
  {
    reference: `${functions}/operators`,
    cases: [
      ['1 = NULL', /^Operands of = cannot be literal NULL at \[1:12\]$/],
      ['NOT NULL', /Operands of NOT cannot be literal NULL/],
      [`'a' LIKE NULL`, /Operands of LIKE cannot be literal NULL/],
      ['1 = CAST(NULL AS INT64), TRUE AND NULL, 1 IN (NULL)', [null, null, null]],
      ['1 WHERE TRUE', /^Query without FROM clause cannot have a WHERE clause at \[1:16\]$/],
    ],
  },
]
