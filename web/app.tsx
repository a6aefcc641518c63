/** Console: renders the frame of every page: the bar with its pages, and the page for the address. */
import { effect, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from './ask.ts'
import { pages, type PageComponent, type PageEntry } from './pages.ts'
import { Skeleton } from './parts/skeleton.tsx'
import { pageAddress, followLinks } from './router.ts'
import { account, session } from './session.ts'
import { Bar } from './shell/bar.tsx'
import { followKeys } from './shell/keys.ts'
import { SignIn } from './sign_in.tsx'

/** The page of the address, and what follows its name in the path. */
function currentPage(): { entry: PageEntry; rest: string } {
  const [name = '', ...rest] = pageAddress.value.path.split('/')
  const entry = pages.find((page) => page.name === name) ?? pages[0]
  return { entry, rest: rest.map(decodePart).join('/') }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The code of the pages that were opened, by name. */
const loaded = signal<Readonly<Record<string, PageComponent>>>({})
const isOutdated = signal(false)

followLinks()
followKeys()

effect(() => {
  const { entry } = currentPage()
  document.title = `${entry.title} – Sluice`
  if (Object.hasOwn(loaded.peek(), entry.name)) return
  void loadPage(entry)
})

async function loadPage({ name, load }: PageEntry): Promise<void> {
  try {
    const page = await load()
    loaded.value = { ...loaded.peek(), [name]: page }
  } catch {
    // A newer version of the console was deployed: its files have other names.
    isOutdated.value = true
  }
}

// Asked on every page, so that each shows whose rights it uses.
effect(() => {
  if (session.value.kind !== 'signed in') return
  void readAccount()
})

async function readAccount(): Promise<void> {
  const result = await ask<{ email: string }>('account', {})
  if (result.ok) account.value = result.body.rows[0]?.email ?? ''
}

/** Moves the focus without a change of the address, which selects the page. */
function skip(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

export function App() {
  const { entry: shown, rest } = currentPage()
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to content
      </a>
      <Bar shown={shown} />
      <main id="main" class="page" tabIndex={-1}>
        {session.value.kind === 'signed out' ? (
          <SignIn notice={session.value.notice} />
        ) : (
          <Shown entry={shown} rest={rest} />
        )}
      </main>
    </>
  )
}

function Shown({ entry, rest }: { entry: PageEntry; rest: string }) {
  const Page = loaded.value[entry.name]
  const isShown = Page !== undefined
  // A screen reader then reads the new page's title. Not at the start: the focus belongs to the browser then.
  useEffect(() => {
    const stop = isShown && hasNavigated ? focusTitle() : undefined
    hasNavigated ||= isShown
    return stop
  }, [entry.name, rest, isShown])
  if (Page) return <Page key={entry.name} rest={rest} />
  if (!isOutdated.value) return <Skeleton />
  return (
    <section class="panel message" role="alert">
      <h1>A newer version of the console was deployed</h1>
      <p>Reload the page to use it.</p>
      <button type="button" class="primary" onClick={() => location.reload()}>
        Reload
      </button>
    </section>
  )
}

let hasNavigated = false

/** Moves the focus to the title, once the page has one. Returns a function that ends the wait. */
function focusTitle(): (() => void) | undefined {
  const focus = (): boolean => {
    const title = document.querySelector<HTMLElement>('main h1')
    if (!title) return false
    title.tabIndex = -1
    title.focus({ preventScroll: true })
    return true
  }
  if (focus()) return undefined
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect()
  })
  observer.observe(document.querySelector('main')!, { childList: true, subtree: true })
  return () => observer.disconnect()
}
