/** Console: shows the color of each series. */
import type { Series } from './series.ts'

export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul class="legend">
      {series.map(({ name, color }) => (
        <li key={name}>
          <span class="swatch" style={{ background: color }} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  )
}
