/** Web door: limits how much one key may send, in the memory of one instance. A key has a bucket that fills at an even rate and holds one minute of it.
 * Pure. */

interface Bucket {
  units: number
  /** When `units` was right, in ms. */
  at: number
}

/** Takes units from the bucket of a key. Returns 0 if it had them, else the seconds after which it has, and takes none. */
export type TakeUnits = (key: string, units: number, perMinute: number, now: number) => number

/** Creates the buckets of at most `most` keys. Beyond, the key that was idle for longest is forgotten, and begins again with a full bucket. `now` is in
 * ms and never goes back. */
export function openBuckets(most: number): TakeUnits {
  const buckets = new Map<string, Bucket>()
  /** It stays where it is between two calls: one that begins anew passes over all that was deleted before. */
  const idlest = buckets.keys()
  return (key, units, perMinute, now) => {
    const known = buckets.get(key)
    const filled = known ? known.units + ((now - known.at) * perMinute) / 60_000 : perMinute
    const bucket = { units: Math.min(perMinute, filled), at: now }
    // The order of a Map is that of insertion: the key goes to the end.
    buckets.delete(key)
    if (buckets.size >= most) buckets.delete(idlest.next().value!)
    buckets.set(key, bucket)
    if (bucket.units < units) return Math.ceil(((units - bucket.units) * 60) / perMinute)
    bucket.units -= units
    return 0
  }
}
