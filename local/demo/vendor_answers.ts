/** Demo: how the vendors behaved in the past, and how they behave now. The answers are those of the third-party recorder. Pure. */
import type { AnswerRule } from '../third_party/answers.ts'

const msPerHour = 3_600_000

const vendorHosts = {
  meta: '/graph.facebook.com',
  tiktok: '/business-api.tiktok.com',
  klaviyo: '/a.klaviyo.com',
} as const

interface PastAnswer {
  /** First segment of the path at the recorder. */
  path: string
  /** Hours before now; 0 is now. */
  from: number
  to: number
  answer: AnswerRule
}

const pastAnswers: readonly PastAnswer[] = [
  // The night in which the order system was down: some of its orders become dead letters.
  { path: '/orders', from: 12 * 24 + 5, to: 12 * 24 - 4, answer: { behavior: 'down' } },
  { path: vendorHosts.meta, from: 9 * 24 + 2, to: 9 * 24, answer: { behavior: 'throttle' } },
  { path: vendorHosts.meta, from: 4 * 24 + 3, to: 4 * 24, answer: { behavior: 'partial' } },
  { path: vendorHosts.klaviyo, from: 5 * 24 + 1, to: 5 * 24, answer: { behavior: 'down' } },
  { path: vendorHosts.klaviyo, from: 33, to: 29, answer: { behavior: 'throttle' } },
  { path: '/orders', from: 20, to: 19, answer: { behavior: 'hang' } },
  // Somebody has withdrawn the access token, and nobody has noticed.
  { path: vendorHosts.tiktok, from: 1.8, to: 0, answer: { behavior: 'auth' } },
]

/** Returns how a recipient answers at a time. `now` is when the demo begins. */
export function answerAt(now: number, path: string, time: number): AnswerRule {
  const hours = (now - time) / msPerHour
  return pastAnswers.find((past) => past.path === path && hours <= past.from && hours > past.to)?.answer ?? {}
}

/** The rules of the recorder while the demo runs. */
export const presentAnswers: readonly AnswerRule[] = [
  { path: vendorHosts.tiktok, behavior: 'auth' },
  { path: vendorHosts.klaviyo, delayMs: 250 },
  { path: vendorHosts.meta, delayMs: 120 },
]

/** How one vendor answers some requests, one after the other, while the demo runs. */
export const passingAnswers: readonly AnswerRule[] = [
  { path: vendorHosts.klaviyo, behavior: 'throttle', retryAfter: 5, times: 3 },
  { path: vendorHosts.meta, behavior: 'partial', times: 4 },
  { path: '/orders', behavior: 'down', times: 3 },
]
