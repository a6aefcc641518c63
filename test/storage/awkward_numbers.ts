/** Storage tests, corpus of awkward events: numbers that a double cannot hold, or that are written in an unusual way. */
import { body, member, ofValue, type Awkward } from './awkward.ts'

const numbers: Readonly<Record<string, string>> = {
  zero: '0',
  'negative zero': '-0',
  'zero with a fraction': '0.0',
  'one with a fraction': '1.0',
  'an amount with zeros at its end': '19.900',
  '2^31': '2147483648',
  '2^53 - 1': '9007199254740991',
  '2^53 + 1': '9007199254740993',
  '-(2^53 + 1)': '-9007199254740993',
  '2^63 - 1': '9223372036854775807',
  '2^63': '9223372036854775808',
  '-2^63': '-9223372036854775808',
  '2^64 - 1': '18446744073709551615',
  '2^64': '18446744073709551616',
  '2^128': '340282366920938463463374607431768211456',
  'a hundred digits': '1234567890'.repeat(10),
  'thirty decimals': '0.123456789012345678901234567891',
  'thirty digits before and after the point': `${'123456789'.repeat(3)}123.${'987654321'.repeat(3)}987`,
  'a tenth': '0.1',
  'a third of a double': '0.3333333333333333148296162562473909929394721984863281',
  'the largest double': '1.7976931348623157e308',
  'more than any double': '1e400',
  'less than any double': '-1e400',
  'the smallest double': '5e-324',
  'a number that rounds to zero as a double': '1e-400',
  'an exponent in capitals': '1E5',
  'an exponent with a sign': '1e+5',
  'an exponent with zeros': '1e-05',
  'a very large exponent': '1e99999',
}

export const awkwardNumbers: readonly Awkward[] = [
  ...Object.entries(numbers).map(([name, json]) => ofValue(name, json)),
  { name: 'numbers in an array', body: body(member('x', `[${Object.values(numbers).join(', ')}]`)) },
  {
    name: 'numbers nested in event_data',
    body: body(
      member(
        'event_data',
        `{${Object.entries(numbers)
          .map(([name, json]) => member(name, json))
          .join(',')}}`,
      ),
    ),
  },
]
