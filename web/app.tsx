/** Console: renders the frame of every page: the bar with its tabs, and the page for the URL. */
import type { ComponentType } from 'preact'
import { signal } from '@preact/signals'
import { Creator } from './creator/creator.tsx'
import { Overview } from './overview/overview.tsx'
import { Account } from './parts/account.tsx'
import { Runs } from './runs/runs.tsx'
import { session } from './session.ts'
import { SignIn } from './sign_in.tsx'

interface Tab {
  path: string
  title: string
  page: ComponentType
}

/** Every page, in the order of the tabs. */
const tabs: readonly [Tab, ...Tab[]] = [
  { path: '/console/', title: 'Overview', page: Overview },
  { path: '/console/creator', title: 'Creator', page: Creator },
  { path: '/console/runs', title: 'Runs', page: Runs },
]

const current = signal(tabs[0])

function show(): void {
  current.value = tabs.find(({ path }) => path === location.pathname) ?? tabs[0]
  document.title = `${current.value.title} – Sluice`
}

show()
addEventListener('popstate', show)

/** Opens another page without a reload, because the token is only in memory. */
function open(event: MouseEvent, path: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  if (path === location.pathname) return
  history.pushState(null, '', path)
  show()
}

/** Moves the focus without a change of the URL, which selects the page. */
function skip(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

export function App() {
  const { page: Page, path: shown } = current.value
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <header class="top">
        <span class="brand">Sluice</span>
        <nav aria-label="Pages">
          {tabs.map(({ path, title }) => (
            <a
              key={path}
              href={path}
              aria-current={path === shown ? 'page' : undefined}
              onClick={(event) => open(event, path)}
            >
              {title}
            </a>
          ))}
        </nav>
        <Account />
      </header>
      <main id="main" class="page" tabIndex={-1}>
        {session.value.kind === 'signed out' ? <SignIn notice={session.value.notice} /> : <Page />}
      </main>
    </>
  )
}
