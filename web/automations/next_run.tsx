/** Automations: says when the next run of a schedule is. */
import type { ShownAutomation } from '../../schemas/shown_automation.ts'
import { duration, utcTime } from '../parts/format.ts'

/** `now` in ms since 1970. */
export function NextRun({ automation, now }: { automation: ShownAutomation; now: number }) {
  const { schedule } = automation
  if (!schedule) return <>when an event arrives</>
  const { cron, timeZone, next } = schedule
  return (
    <>
      {next === undefined ? (
        'none'
      ) : (
        <time dateTime={next} title={utcTime(next)}>
          in {duration(Math.max(0, Date.parse(next) - now))}
        </time>
      )}
      <span class="beneath">
        {next !== undefined && `${utcTime(next)}, `}
        <code>{cron}</code> {timeZone}
      </span>
    </>
  )
}
