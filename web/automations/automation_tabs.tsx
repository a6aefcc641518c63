/** Automations: switches between what runs by itself and the runs of it. */
const tabs = [
  ['automations', 'Syncs and actions'],
  ['runs', 'Runs'],
] as const

export function AutomationTabs({ current }: { current: (typeof tabs)[number][0] }) {
  return (
    <nav class="segments" aria-label="Automations">
      {tabs.map(([page, title]) => (
        <a key={page} href={`/console/${page}`} aria-current={page === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}
