/** Alerts: asks for them once, when the console is loaded: the bar, the Overview and the page show the same answer. */
import { signal } from '@preact/signals'
import { lastDay } from '../parts/last_day.ts'
import { useQuestion, type AskedQuestion } from '../parts/question.tsx'
import type { ShownAlert } from './alert_text.ts'

const period = signal(lastDay(Date.now()))

export function useAlerts(): AskedQuestion<ShownAlert> {
  return useQuestion<ShownAlert>('alerts', period.value)
}

/** Asks for those of the day before now. */
export function renewAlerts(): void {
  period.value = lastDay(Date.now())
}
