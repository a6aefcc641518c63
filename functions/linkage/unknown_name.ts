/** Linkage layer: describes a name that a link must not have, with the nearest valid one. */
import { nearest } from '../../schemas/nearest.ts'

/** `Unknown cast "mony"; did you mean "money"?` */
export function unknownName(problem: string, name: string, expected: readonly string[]): string {
  const near = nearest(name, expected)
  return near === undefined
    ? `${problem}. Expected one of: ${expected.join(', ')}.`
    : `${problem}; did you mean "${near}"?`
}
