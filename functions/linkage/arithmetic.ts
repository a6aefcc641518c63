/** Linkage layer: calculates the values of the sources `add`, `subtract`, `multiply` and `divide`. Pure. */
import type { Calculation } from '../../schemas/link.ts'
import { withoutNoise } from './cast.ts'

const calculate: Readonly<Record<Calculation, (left: number, right: number) => number>> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
  divide: (left, right) => left / right,
}

/** Calculates from left to right, without binary rounding noise: 19.99 × 100 is 1999. Undefined if the result is not finite. */
export function calculated(calculation: Calculation, operands: readonly number[]): number | undefined {
  const step = calculate[calculation]
  return withoutNoise(operands.reduce((left, right) => step(left, right)))
}

/** Describes a calculation without a result. */
export const notFinite = 'cannot be calculated: a division by zero, or a number too large'
