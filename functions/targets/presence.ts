/** Target layer: sources that count only with, or only without, other fields of the event. */
import type { Source } from '../../schemas/link.ts'

function when(exists: boolean) {
  return (paths: readonly string[], then: Source): Source =>
    paths.reduceRight<Source>((inner, path) => ({ when: { path, exists }, then: inner }), then)
}

/** The source if the event has all of these: parts that are of use only together. */
export const withAll = when(true)

/** The source if the event has none of these: an identifier that stands in for better ones. */
export const withoutAny = when(false)
