/** Bench: sets the amount of work: a full run, or a smoke run of one short round, which only checks that the bench works. */
export type Scale = 'full' | 'smoke'

/** Returns the amount of work at a scale. */
export function pick<Value>(scale: Scale, full: Value, smoke: Value): Value {
  return scale === 'smoke' ? smoke : full
}

/** Returns true for each round that counts. The first round is a warm-up; a smoke run has one round, which counts. */
export function rounds(scale: Scale, count: number): readonly boolean[] {
  return scale === 'smoke' ? [true] : [false, ...Array.from({ length: count }, () => true)]
}

/** Converts the scale to an argument of a measured process, and back. */
export function scaleArguments(scale: Scale): readonly string[] {
  return scale === 'smoke' ? ['--smoke'] : []
}

export function scaleOfArguments(): Scale {
  return process.argv.includes('--smoke') ? 'smoke' : 'full'
}
