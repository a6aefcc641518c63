/** Actions: converts durations and timestamps to numbers. Pure. */
import type { Duration } from '../../schemas/action.ts'
import { milliseconds } from '../event/time.ts'

const unitSeconds = { m: 60, h: 3600, d: 86_400 } as const

/** `30m` → 1800 */
export function secondsOf(duration: Duration): number {
  return Number.parseFloat(duration) * unitSeconds[duration.at(-1) as keyof typeof unitSeconds]
}

/** RFC 3339 in UTC with six decimals at most → µs since 1970. */
export function microsOf(time: string): number {
  const digits = /\.\d{3}(\d{1,3})Z$/.exec(time)?.[1] ?? ''
  return milliseconds(time) * 1000 + Number(digits.padEnd(3, '0'))
}

/** µs since 1970 → RFC 3339 in UTC with six decimals. */
export function timeOf(micros: number): string {
  const ms = Math.floor(micros / 1000)
  const digits = String(micros - ms * 1000).padStart(3, '0')
  return `${new Date(ms).toISOString().slice(0, -1)}${digits}Z`
}
