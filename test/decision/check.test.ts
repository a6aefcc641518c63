/** The check of a condition: each problem is one line with its position, what was expected and the nearest valid name. */
import assert from 'node:assert/strict'
import { conditionProblems } from '../../functions/decision/check_condition.ts'

/** Condition → its problems. The types of CEL's operators and functions:
 * https://github.com/google/cel-spec/blob/master/doc/langdef.md#list-of-standard-definitions */
const cases: readonly (readonly [string, ...string[]])[] = [
  ["event.event_name == 'purchase'"],
  ["event.event_data['own_field'] == 'a'"],
  [
    'event.event_nam == 1',
    'line 1, column 7: event.event_nam: no such field; did you mean event.event_name?',
  ],
  [
    "event.usr_id == 'a' || destination.idd == 'crm'",
    'line 1, column 7: event.usr_id: no such field; did you mean event.user_id?',
    'line 1, column 36: destination.idd: no such field; did you mean destination.id?',
  ],
  [
    'event.event_data.items.exists(item, item.price > 1.0 && event.contry == "DE")',
    'line 1, column 63: event.contry: no such field; did you mean event.country?',
  ],
  [
    'event.event_data.valeu > 3',
    'line 1, column 18: event.event_data.valeu: no such field; did you mean event.event_data.value?',
  ],
  [
    'event.value > 3',
    'line 1, column 7: event.value: no such context field; the event-specific field is event.event_data.value',
  ],
  ["destination.name == 'crm'", 'line 1, column 13: destination.name: no such field'],
  ["evnt.event_name == 'a'", 'line 1, column 1: no such variable "evnt"; did you mean event?'],
  ["true && user_id == 'a'", 'line 1, column 9: no such variable "user_id"; did you mean event.user_id?'],
  ['value > 3', 'line 1, column 1: no such variable "value"; did you mean event.event_data.value?'],
  ['customer', 'line 1, column 1: no such variable "customer"; expected event or destination'],
  [
    'event.event_name == 1',
    'line 1, column 1: no such operation: string == int; expected the same type on both sides',
  ],
  [
    "event.event_name == 'a' ||\n  event.user_id == 3",
    'line 2, column 3: no such operation: string == int; expected the same type on both sides',
  ],
  ['!event.user_id', 'line 1, column 1: no such operation: !string; expected a bool'],
  ["-'1' == 1", 'line 1, column 1: no such operation: -string; expected a number'],
  [
    "'a' in event.user_id",
    'line 1, column 1: no such operation: string in string; expected a list or a map on the right',
  ],
  [
    "event.user_id.startWith('a')",
    'line 1, column 1: no such function "startWith"; did you mean startsWith?',
  ],
  [
    'lower(event.user_id)',
    'line 1, column 1: no such function "lower"; expected one of bool, bytes, double, duration, dyn, has, int, size, string, timestamp, type, uint',
  ],
  [
    'event.user_id.matches(3)',
    'line 1, column 1: no overload matches string.matches(int); expected string.matches(string): bool',
  ],
  ['event.user_id', 'line 1, column 1: the result type is string; expected bool'],
  ['1 + 1', 'line 1, column 1: the result type is int; expected bool'],
  ["event.user_id = 'a'", 'line 1, column 15: unexpected =; did you mean ==?'],
  ["event.user_id == 'a' &&", 'line 1, column 24: the condition ends too early'],
  ["event.user_id == 'a", 'line 1, column 18: Unterminated string'],
]

describe('the check of a condition', () => {
  for (const [when, ...problems] of cases)
    it(`${problems.length === 0 ? 'accepts' : 'explains'} ${JSON.stringify(when)}`, () =>
      assert.deepEqual(conditionProblems(when, { hasDestination: true }), problems))

  it('refuses `destination` in a condition that is not a rule', () => {
    assert.deepEqual(
      conditionProblems("event.user_id == 'a' && destination.id == 'b'", { hasDestination: false }),
      ['line 1, column 25: destination: not available here; this condition can read only event'],
    )
  })
})
