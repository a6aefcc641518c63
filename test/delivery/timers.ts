/** Test support: a clock whose timers fire, in order, while a test advances it. */
import { setImmediate as turn } from 'node:timers/promises'

export interface Timers {
  now: () => Date
  wait: (ms: number) => Promise<void>
  /** Lets this many ms pass. Everything that becomes possible at a time happens before the next. */
  advance: (ms: number) => Promise<void>
  /** Lets everything happen that is possible now. */
  settle: () => Promise<void>
}

export function createTimers(): Timers {
  let time = 0
  let timers: { at: number; fire: () => void }[] = []

  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 20; turns++) await turn()
  }

  return {
    now: () => new Date(time),
    wait: (ms) => new Promise((fire) => timers.push({ at: time + Math.max(0, ms), fire })),
    settle,
    advance: async (ms) => {
      const end = time + ms
      for (;;) {
        await settle()
        const due = Math.min(...timers.map(({ at }) => at))
        if (due > end) break
        time = Math.max(time, due)
        const firing = timers.filter(({ at }) => at <= time)
        timers = timers.filter(({ at }) => at > time)
        for (const { fire } of firing) fire()
      }
      time = end
      await settle()
    },
  }
}
