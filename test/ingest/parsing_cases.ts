/** Front door: declares bodies that are JSON and bodies that are not. Names follow https://github.com/nst/JSONTestSuite: y is JSON, n is
 * not, i is left to the implementation by RFC 8259. */

export interface ParsingCase {
  name: string
  body: Buffer
  /** The data that must reach the bus; undefined if the body must be refused. */
  data: Buffer | undefined
}

function bytes(...parts: readonly (string | readonly number[])[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  )
}

/** Returns an event with this value of its member `v`. */
function valued(value: Buffer | string): Buffer {
  return bytes('{"v":', [...Buffer.from(value)], '}')
}

function accepted(name: string, body: Buffer, data = body): ParsingCase {
  return { name, body, data }
}

function refused(name: string, body: Buffer): ParsingCase {
  return { name, body, data: undefined }
}

const values = {
  y_array_empty: '[]',
  y_array_nested: '[[[[]]],[{"a":[]}]]',
  y_array_spaces: '[ 1\t,\r\n2 ]',
  y_object_empty_name: '{"":0}',
  y_object_escaped_name: '{"\\u0061\\"\\\\":1}',
  y_object_huge_name: `{"${'n'.repeat(100_000)}":1}`,
  y_object_thousand_members: JSON.stringify(
    Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [n, n])),
  ),
  y_literals: '[true,false,null]',
  y_number_zero: '[0,-0,0.0,-0.0e-0]',
  y_number_beyond_double: '9007199254740993',
  y_number_twenty_digits: '-18446744073709551617',
  y_number_precise_fraction: '0.1000000000000000055511151231257827021181583404541015625',
  y_number_spellings: '[1e2,1E2,1e+2,1e-2,1.50,100]',
  y_string_escapes: '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"',
  y_string_raw_unicode: '"é€𝄞\u2028\u2029\u007f"',
  y_string_escaped_pair: '"\\ud834\\udd1e"',
  y_string_null: '"\\u0000"',
  y_string_noncharacter: '"\uFFFF\uFDD0"',
  y_string_brackets: '"}]{[\\"}"',
  y_string_backslashes: '"\\\\\\\\\\\\"',
  y_string_looks_like_a_token: '"Bearer ya29.x"',
  y_string_hundred_kilobytes: `"${'x'.repeat(100_000)}"`,
  i_number_beyond_any_double: '[1e400,-1e400,1e-400]',
  i_number_of_a_thousand_digits: '1'.repeat(1000),
  i_string_lone_high_surrogate: '"\\ud800"',
  i_string_lone_low_surrogate: '"\\udc00x"',
  i_string_surrogates_swapped: '"\\udd1e\\ud834"',
  i_object_member_twice: '{"a":1,"a":2}',
  i_object_member_twice_escaped: '{"a":1,"\\u0061":2}',
  i_object_proto: '{"__proto__":{"polluted":true},"constructor":{"prototype":1}}',
  i_nesting_499: `${'['.repeat(499)}${']'.repeat(499)}`,
  n_array_comma_missing: '[1 2]',
  n_array_comma_leading: '[,1]',
  n_array_comma_trailing: '[1,]',
  n_array_comma_double: '[1,,2]',
  n_array_unclosed: '[1',
  n_array_closed_twice: '[1]]',
  n_array_closed_by_brace: '[1}',
  n_object_comma_trailing: '{"a":1,}',
  n_object_comma_double: '{"a":1,,"b":2}',
  n_object_colon_missing: '{"a" 1}',
  n_object_colon_double: '{"a"::1}',
  n_object_value_missing: '{"a":}',
  n_object_name_unquoted: '{a:1}',
  n_object_name_single_quoted: "{'a':1}",
  n_object_name_number: '{1:1}',
  n_object_name_missing: '{:1}',
  n_value_missing: '',
  n_value_two: '1 2',
  n_literal_capital: 'True',
  n_literal_cut: 'nul',
  n_literal_long: 'nulll',
  n_literal_undefined: 'undefined',
  n_number_NaN: 'NaN',
  n_number_Infinity: 'Infinity',
  n_number_minus_Infinity: '-Infinity',
  n_number_plus: '+1',
  n_number_leading_zero: '01',
  n_number_leading_zero_negative: '-012',
  n_number_leading_dot: '.5',
  n_number_trailing_dot: '1.',
  n_number_dot_before_e: '1.e2',
  n_number_e_alone: '1e',
  n_number_e_sign_alone: '1e+',
  n_number_hex: '0x10',
  n_number_octal: '0o7',
  n_number_bigint: '1n',
  n_number_separator: '1_000',
  n_number_minus_alone: '-',
  n_number_minus_spaced: '- 1',
  n_number_full_width: '１',
  n_string_unclosed: '"a',
  n_string_single_quoted: "'a'",
  n_string_backtick: '`a`',
  n_string_tab: '"\t"',
  n_string_newline: '"\n"',
  n_string_nul: '"\u0000"',
  n_string_escape_unknown: '"\\x41"',
  n_string_escape_cut: '"\\u00"',
  n_string_escape_not_hex: '"\\u00g0"',
  n_string_escape_of_newline: '"\\\n"',
  n_string_escape_last: '"\\',
  n_comment_block: '/* a */1',
  n_comment_line: '1 // a\n',
  n_comment_hash: '1 # a\n',
  n_space_no_break: '\u00A01',
  n_space_form_feed: '\f1',
  n_space_vertical_tab: '\v1',
  n_space_ideographic: '\u30001',
  n_nesting_500: `${'['.repeat(500)}${']'.repeat(500)}`,
  n_nesting_unclosed: '['.repeat(100_000),
  n_nesting_objects: '{"a":'.repeat(100_000),
} as const

const notUtf8: Readonly<Record<string, readonly number[]>> = {
  n_utf8_lone_continuation: [0x80],
  n_utf8_cut: [0xe2, 0x82],
  n_utf8_overlong: [0xc0, 0xaf],
  n_utf8_overlong_nul: [0xc0, 0x80],
  n_utf8_surrogate: [0xed, 0xa0, 0x80],
  n_utf8_surrogate_pair: [0xed, 0xa0, 0xb4, 0xed, 0xb4, 0x9e],
  n_utf8_beyond_unicode: [0xf4, 0x90, 0x80, 0x80],
  n_utf8_impossible: [0xff, 0xfe],
  n_latin1: [0xe9],
}

const bom = [0xef, 0xbb, 0xbf]

const bodies: readonly ParsingCase[] = [
  accepted('y_body_spaces_around', bytes(' \t\r\n{ } \n')),
  accepted('y_body_empty_object', bytes('{}')),
  accepted('i_body_bom', bytes(bom, '{"a":1}'), bytes('{"a":1}')),
  refused('n_body_bom_twice', bytes(bom, bom, '{"a":1}')),
  refused('n_body_bom_alone', bytes(bom)),
  refused('n_body_bom_inside', bytes('{', bom, '"a":1}')),
  refused('n_body_utf16', Buffer.from('\uFEFF{"a":1}', 'utf16le')),
  refused('n_body_utf16_without_bom', Buffer.from('{"a":1}', 'utf16le')),
  refused('n_body_empty', bytes('')),
  refused('n_body_spaces', bytes(' \n\t\r')),
  refused('n_body_nul', bytes([0])),
  refused('n_body_nul_after', bytes('{}', [0])),
  refused('n_body_text_after', bytes('{}x')),
  refused('n_body_two_objects', bytes('{}{}')),
  refused('n_body_two_lines', bytes('{}\n{}')),
  refused('n_body_number', bytes('1')),
  refused('n_body_string', bytes('"{}"')),
  refused('n_body_null', bytes('null')),
  refused('n_body_true', bytes('true')),
  refused('n_body_array_of_arrays', bytes('[[{}]]')),
  refused('n_body_array_empty', bytes('[ ]')),
  refused('n_body_array_with_null', bytes('[{},null]')),
  refused('n_body_html', bytes('<!doctype html><p>hello')),
  refused('n_body_form', bytes('event_name=view_content&content_name=a')),
  refused('n_body_javascript', bytes('({"a":1})')),
  refused('n_body_json_with_prefix', bytes(")]}',\n{}")),
]

export const parsingCases: readonly ParsingCase[] = [
  ...Object.entries(values).map(([name, value]) =>
    name.startsWith('n_') ? refused(name, valued(value)) : accepted(name, valued(value)),
  ),
  ...Object.entries(notUtf8).map(([name, text]) => refused(name, valued(bytes('"', text, '"')))),
  ...bodies,
]
