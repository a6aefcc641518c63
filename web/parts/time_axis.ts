/** Console: draws a horizontal time axis in the user's time zone. */
import { axisX, type Markish } from '@observablehq/plot'

const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

const day = 86_400_000

/** Minimum distance of ticks in CSS pixels. */
const tickWidth = 80

/** `width` in CSS pixels, the domain in ms since 1970. Ticks show the hour if the domain is at most two days, with the date at the start
 * of a day; otherwise the date. */
export function timeAxis(width: number, [start, end]: readonly [number, number]): Markish {
  const showsDays = end - start > 2 * day
  return axisX({
    ticks: showsDays ? midnights(width, start, end) : Math.max(2, Math.floor(width / tickWidth)),
    tickSize: 0,
    label: null,
    lineHeight: 1.25,
    tickFormat: (at: Date, index: number) => {
      if (showsDays) return date.format(at)
      const isDated = index === 0 || (at.getHours() === 0 && at.getMinutes() === 0)
      return isDated ? `${minute.format(at)}\n${date.format(at)}` : minute.format(at)
    },
  })
}

/** The starts of days in the user's time zone, with as many skipped as needed to fit the width. */
function midnights(width: number, start: number, end: number): Date[] {
  const step = Math.ceil((end - start) / day / Math.max(2, Math.floor(width / tickWidth)))
  const ticks: Date[] = []
  const at = new Date(start)
  at.setHours(0, 0, 0, 0)
  for (at.setDate(at.getDate() + 1); at.getTime() < end; at.setDate(at.getDate() + step))
    ticks.push(new Date(at))
  return ticks
}
