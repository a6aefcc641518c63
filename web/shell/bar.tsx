/** Shell: the bar of every page: the pages, the search, the alerts and the menu. On narrow pages the pages are in the menu. */
import { pages, type PageEntry } from '../pages.ts'
import { session } from '../session.ts'
import { Bell } from './bell.tsx'
import { KeyList } from './key_list.tsx'
import { Menu } from './menu.tsx'
import { PageLink } from './page_link.tsx'
import { FindForm } from './find.tsx'

export function Bar({ shown }: { shown: PageEntry }) {
  const isSignedIn = session.value.kind === 'signed in'
  return (
    <header class="top">
      <span class="brand">
        <span>Sluice</span>
      </span>
      <nav aria-label="Pages" class="tabs">
        {pages.map((entry) => entry.inBar && <PageLink key={entry.name} entry={entry} shown={shown} />)}
      </nav>
      {isSignedIn && <FindForm />}
      {isSignedIn && <Bell />}
      <Menu shown={shown} />
      <KeyList />
    </header>
  )
}
