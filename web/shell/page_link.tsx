/** Shell: a link to a page, in the bar and in the menu. */
import type { PageEntry } from '../pages.ts'

export function PageLink({ entry, shown }: { entry: PageEntry; shown: PageEntry }) {
  return (
    <a href={`/console/${entry.name}`} aria-current={entry === shown ? 'page' : undefined}>
      {entry.title}
    </a>
  )
}
