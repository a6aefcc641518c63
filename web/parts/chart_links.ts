/** Console: makes the links in a chart usable by keyboard: the chart is one tab stop, arrow keys go from link to link, Enter opens one. */

const xlink = 'http://www.w3.org/1999/xlink'

/** The links of a chart by column, from left to right, each from the bottom up. */
function columnsOf(svg: Element): readonly (readonly SVGAElement[])[] {
  const place = (link: Element, name: string): number => Number(link.firstElementChild?.getAttribute(name))
  const links = [...svg.querySelectorAll<SVGAElement>('a')]
  const columns = Map.groupBy(links, (link) => place(link, 'x'))
  return [...columns]
    .toSorted(([a], [b]) => a - b)
    .map(([, column]) => column.toSorted((a, b) => place(b, 'y') - place(a, 'y')))
}

/** Gives each link of a drawing of Plot the name of its mark, and the first one the tab stop. Hides the rest of the drawing from screen
 * readers. */
export function nameLinks(svg: Element): void {
  for (const link of svg.querySelectorAll<SVGAElement>('a')) {
    const href = link.getAttributeNS(xlink, 'href') ?? ''
    link.removeAttributeNS(xlink, 'href')
    link.setAttribute('href', href)
    const mark = link.firstElementChild
    link.setAttribute('aria-label', mark?.getAttribute('aria-label') ?? '')
    mark?.removeAttribute('aria-label')
    link.setAttribute('tabindex', '-1')
  }
  columnsOf(svg)[0]?.[0]?.setAttribute('tabindex', '0')
  for (const part of svg.children) {
    part.removeAttribute('aria-label')
    if (part.querySelector('a') === null) part.setAttribute('aria-hidden', 'true')
  }
}

/** Key → step to another column, or up in the column. */
const steps: Readonly<Record<string, readonly [column: number, up: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
}

/** Moves the focus, and with it the tab stop, to the link in the direction of an arrow key. */
export function moveFocus(event: KeyboardEvent): void {
  const step = steps[event.key]
  const link = event.target
  if (!step || !(link instanceof SVGAElement) || !link.ownerSVGElement) return
  event.preventDefault()
  const columns = columnsOf(link.ownerSVGElement)
  const at = columns.findIndex((column) => column.includes(link))
  const next = columns[Math.min(Math.max(at + step[0], 0), columns.length - 1)]!
  const height = next === columns[at] ? next.indexOf(link) + step[1] : 0
  const target = next[Math.min(Math.max(height, 0), next.length - 1)]!
  link.setAttribute('tabindex', '-1')
  target.setAttribute('tabindex', '0')
  target.focus()
}
