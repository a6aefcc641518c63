/** Console: a horizontal axis of time in the reader's time zone, with as many ticks as there is room for. */
import { axisX, type Markish } from '@observablehq/plot'

const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

const day = 86_400_000

/** Room that a tick takes, in CSS pixels. */
const room = 80

/** `width` in CSS pixels; the domain in ms since 1970. Within two days the ticks tell the hour, and where a day begins its
 * date; beyond, the days. */
export function timeAxis(width: number, [start, end]: readonly [number, number]): Markish {
  const tellsDays = end - start > 2 * day
  return axisX({
    ticks: tellsDays ? midnights(width, start, end) : Math.max(2, Math.floor(width / room)),
    tickSize: 0,
    label: null,
    lineHeight: 1.25,
    tickFormat: (at: Date, index: number) => {
      if (tellsDays) return date.format(at)
      const isDated = index === 0 || (at.getHours() === 0 && at.getMinutes() === 0)
      return isDated ? `${minute.format(at)}\n${date.format(at)}` : minute.format(at)
    },
  })
}

/** The beginnings of days in the reader's time zone, so many of them left out that the others have room. */
function midnights(width: number, start: number, end: number): Date[] {
  const step = Math.ceil((end - start) / day / Math.max(2, Math.floor(width / room)))
  const ticks: Date[] = []
  const at = new Date(start)
  at.setHours(0, 0, 0, 0)
  for (at.setDate(at.getDate() + 1); at.getTime() < end; at.setDate(at.getDate() + step))
    ticks.push(new Date(at))
  return ticks
}
