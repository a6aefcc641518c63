/** Events: what it may cost to look for new events again and again, in the console and by `sluice tail`. Each look is one or more queries, so
 * the time between two follows from what BigQuery bills for one. Pure. */

const mebibyte = 1024 ** 2

export const liveLimits = {
  /** The look ends here. */
  bytes: 2 * 1024 ** 3,
  /** A query is billed at least this much. */
  leastBytes: 10 * mebibyte,
  ms: 10 * 60_000,
  /** At most 200 MB a minute. */
  bytesPerMs: (200 * mebibyte) / 60_000,
  /** Rows are stored after they are received, so each look covers some time again. */
  overlapMs: 30_000,
  /** Outcomes are read with every third look that has rows. */
  outcomesEvery: 3,
  rows: 200,
} as const

/** Time between two looks that are billed as little as possible, in ms. `isFree`: true if nothing is billed. */
export function leastInterval(isFree: boolean): number {
  return isFree ? 2000 : 5000
}

/** What BigQuery bills for queries that read these bytes, each from one table: whole megabytes, at least ten. Where nothing is billed: what they read.
 * https://cloud.google.com/bigquery/pricing#on_demand_pricing */
export function billedFor(reads: readonly number[], isFree: boolean): number {
  const billed = reads.map((bytes) =>
    isFree ? bytes : Math.max(liveLimits.leastBytes, Math.ceil(bytes / mebibyte) * mebibyte),
  )
  return billed.reduce((sum, bytes) => sum + bytes, 0)
}

/** Time until the next look, in ms, after one that was billed this many bytes. */
export function intervalAfter(billed: number, isFree: boolean): number {
  return Math.max(leastInterval(isFree), billed / liveLimits.bytesPerMs)
}

/** What a query may still read, in bytes. BigQuery refuses one that would read more, without cost. `most`: what all may be billed. */
export function bytesLeft(billed: number, most: number = liveLimits.bytes): number {
  return Math.max(0, most - billed)
}

/** Why looking ends after this cost and time; undefined if it goes on. A further query is billed at least 10 MB. */
export function endAfter(billed: number, ms: number): 'bytes' | 'time' | undefined {
  if (bytesLeft(billed) < liveLimits.leastBytes) return 'bytes'
  return ms >= liveLimits.ms ? 'time' : undefined
}
