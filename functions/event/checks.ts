/** Event: the checks of the context fields, one compiled check a field, so that naming what is wrong with a bad event costs
 * no more than accepting a good one. */
import type { TSchema } from 'typebox'
import { contextColumns, ContextFields } from '../../schemas/context.ts'
import type { Violation, ViolationCode } from '../../schemas/warehouse/violations.ts'
import { valueViolations, compile, describeExpected, describeGot, type FieldCheck } from './violations.ts'
import { normalTime } from './time.ts'

/** What a context field must satisfy. */
export interface ContextCheck {
  accepts: FieldCheck
  /** Whether its value is a point in time, in one of the forms producers write. */
  isTime: boolean
  /** What is wrong with a value that is not accepted. */
  blame: (value: unknown) => readonly Violation[]
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
        blame: (value: unknown) => valueViolations(schema, name, value),
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
    blame: (value) => [
      { field, code: codes[typeof value] ?? 'wrong_type', expected, got: describeGot(value) },
    ],
  }
}
