/** Health: describes what the check finds, and the problems that are open. */
import type { HealthAlertName } from '../../schemas/warehouse/health_alerts.ts'

/** A problem, as the check sees it now. */
export interface HealthProblem {
  alert: HealthAlertName
  /** Id of the destination, reason of quarantine, event type, or sync and destination. */
  subject: string
  /** Affected event type. Default: all. */
  eventName?: string | undefined
  outcome?: string | undefined
  reason?: string | undefined
  /** A sentence. */
  summary: string
  exampleEventId?: string | undefined
  /** What repairs it once the cause is fixed. */
  command: string
}

/** A problem that was found earlier and has not recovered. */
export type OpenAlert = Pick<HealthProblem, 'alert' | 'subject' | 'eventName' | 'outcome' | 'reason'>

/** The result of one judgement. An open alert in neither list lasts. */
export interface Judgement {
  findings: readonly HealthProblem[]
  recovered: readonly OpenAlert[]
}

export function percentText(share: number): string {
  return `${Math.round(share * 100)}%`
}
