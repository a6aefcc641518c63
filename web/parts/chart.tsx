/** Console: draws a chart, with a text alternative and its numbers as a table. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { plot, type PlotOptions } from '@observablehq/plot'
import { moveFocus, nameLinks } from './chart_links.ts'

interface ChartProps {
  /** Text alternative: one sentence with the most important numbers. */
  summary: string
  /** Plot options for a width in CSS pixels. */
  draw: (width: number) => PlotOptions
  /** The rows behind it. */
  table: ComponentChildren
  /** True if its marks are links. */
  hasLinks?: boolean
}

const height = 240

export function Chart({ summary, draw, table, hasLinks = false }: ChartProps) {
  const canvas = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)

  useLayoutEffect(() => {
    const measure = (): void => setWidth(Math.floor(canvas.current!.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(canvas.current!)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    if (width > 0) canvas.current!.replaceChildren(drawing({ ...draw(width), width, height }, hasLinks))
  }, [width, draw])

  return (
    <figure class="chart">
      <div
        class="canvas"
        role={hasLinks ? 'group' : 'img'}
        aria-label={summary}
        ref={canvas}
        onKeyDown={hasLinks ? moveFocus : undefined}
      />
      <details>
        <summary>Show as a table</summary>
        {table}
      </details>
    </figure>
  )
}

/** Removes the style element of Plot, which the content security policy blocks; style/chart.css has its rules. */
function drawing(options: PlotOptions, hasLinks: boolean): Element {
  const svg = plot({ className: 'plot', ...options })
  svg.querySelector('style')?.remove()
  if (hasLinks) nameLinks(svg)
  else svg.setAttribute('aria-hidden', 'true')
  return svg
}
