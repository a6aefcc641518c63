/** Target layer: sources that are used only with, or only without, other fields of the event. */
import type { Source } from '../../schemas/link.ts'

function when(exists: boolean) {
  return (paths: readonly string[], then: Source): Source =>
    paths.reduceRight<Source>((inner, path) => ({ when: { path, exists }, then: inner }), then)
}

/** Uses the source if the event has all of these fields, for values that are useful only together. */
export const withAll = when(true)

/** Uses the source if the event has none of these fields, for an identifier that replaces better ones. */
export const withoutAny = when(false)
