/** Console: a drawing with its name for those who do not see it, and the same numbers as a table. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { plot, type PlotOptions } from '@observablehq/plot'

interface ChartProps {
  /** What it shows, in a sentence that holds the most important numbers. */
  summary: string
  /** What to draw at this width, in CSS pixels. */
  draw: (width: number) => PlotOptions
  /** The rows behind it. */
  table: ComponentChildren
}

const height = 240

export function Chart({ summary, draw, table }: ChartProps) {
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
    if (width > 0) canvas.current!.replaceChildren(drawing({ ...draw(width), width, height }))
  }, [width, draw])

  return (
    <figure class="chart">
      <div class="canvas" role="img" aria-label={summary} ref={canvas} />
      <details>
        <summary>Show as a table</summary>
        {table}
      </details>
    </figure>
  )
}

/** Plot brings its rules in a style element, which the page's policy forbids; style/chart.css has them. */
function drawing(options: PlotOptions): Element {
  const svg = plot({ className: 'plot', ...options })
  svg.querySelector('style')?.remove()
  svg.setAttribute('aria-hidden', 'true')
  return svg
}
