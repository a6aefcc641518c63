/** Console: holds the place of rows that are being read. */
import { useEffect, useState } from 'preact/hooks'

/** Time after which the page says that BigQuery is still at work. */
const slowMs = 4000

export function Skeleton({ rows = 3 }: { rows?: number }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="skeleton" role="status">
      <span class="muted">{isSlow ? 'BigQuery is still at work.' : 'Loading'}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class="bone" aria-hidden="true" />
      ))}
    </div>
  )
}
