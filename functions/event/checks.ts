/** Event: compiles the checks of the context fields, one for each field, so that the violations of an invalid event cost no more
 * than accepting a valid one. */
import type { TSchema } from 'typebox'
import { contextColumns, ContextFields } from '../../schemas/context.ts'
import type { Violation, ViolationCode } from '../../schemas/warehouse/violations.ts'
import { valueViolations, compile, describeExpected, describeGot, type FieldCheck } from './violations.ts'
import { normalTime } from './time.ts'

/** What a context field must satisfy. */
interface ContextCheck {
  accepts: FieldCheck
  /** True if the value is a point in time, in one of the forms that producers write. */
  isTime: boolean
  /** Returns the violations of a value that is not accepted. */
  violationsOf: (value: unknown) => readonly Violation[]
}

/** Context field name → its check. */
export const contextChecks: ReadonlyMap<string, ContextCheck> = new Map(
  contextColumns.map(({ name, column }) => {
    const schema = ContextFields.properties[name as keyof typeof ContextFields.properties]
    if (column === 'TIMESTAMP') return [name, timeCheck(name, schema)]
    return [
      name,
      {
        accepts: compile(schema),
        isTime: false,
        violationsOf: (value: unknown) => valueViolations(schema, name, value),
      },
    ]
  }),
)

function timeCheck(field: string, schema: TSchema): ContextCheck {
  const expected = describeExpected(schema)
  const codes: Readonly<Record<string, ViolationCode>> = { string: 'invalid_format', number: 'out_of_range' }
  return {
    accepts: (value) => normalTime(value) !== undefined,
    isTime: true,
    violationsOf: (value) => [
      { field, code: codes[typeof value] ?? 'wrong_type', expected, got: describeGot(value) },
    ],
  }
}
