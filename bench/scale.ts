/** Bench: how much a bench does: all of it, or one short round, which shows that the bench still runs and measures nothing. */
export type Scale = 'full' | 'smoke'

/** The amount of work at a scale. */
export function pick<Value>(scale: Scale, full: Value, smoke: Value): Value {
  return scale === 'smoke' ? smoke : full
}

/** The rounds of a bench; of each, whether its figures count. The first round warms up and does not; a smoke run has one round, which does. */
export function rounds(scale: Scale, count: number): readonly boolean[] {
  return scale === 'smoke' ? [true] : [false, ...Array.from({ length: count }, () => true)]
}

/** The scale as an argument of a measured process, and back. */
export function scaleArguments(scale: Scale): readonly string[] {
  return scale === 'smoke' ? ['--smoke'] : []
}

export function scaleOfArguments(): Scale {
  return process.argv.includes('--smoke') ? 'smoke' : 'full'
}
