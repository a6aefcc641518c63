/** Console: the pages, by the first part of their path. The code of a page is loaded when it is opened. */
import type { ComponentType } from 'preact'

/** `rest` is the part of the path after the name of the page, decoded: the id of an event, the name of a connection. */
export type PageComponent = ComponentType<{ rest: string }>

export interface PageEntry {
  /** First part of the path below `/console/`. */
  name: string
  title: string
  /** True if it is in the bar. The others are in the menu. */
  inBar: boolean
  load: () => Promise<PageComponent>
}

/** In the order of the bar, then of the menu. */
export const pages: readonly [PageEntry, ...PageEntry[]] = [
  {
    name: '',
    title: 'Overview',
    inBar: true,
    load: async () => (await import('./overview/overview.tsx')).Overview,
  },
  {
    name: 'events',
    title: 'Events',
    inBar: true,
    load: async () => (await import('./events/events.tsx')).Events,
  },
  {
    name: 'catalogue',
    title: 'Catalogue',
    inBar: true,
    load: async () => (await import('./catalogue/catalogue.tsx')).Catalogue,
  },
  {
    name: 'connections',
    title: 'Connections',
    inBar: true,
    load: async () => (await import('./connections/connections.tsx')).Connections,
  },
  {
    name: 'destinations',
    title: 'Destinations',
    inBar: true,
    load: async () => (await import('./destinations/destinations.tsx')).DestinationsPage,
  },
  {
    name: 'automations',
    title: 'Automations',
    inBar: true,
    load: async () => (await import('./automations/automations.tsx')).Automations,
  },
  {
    name: 'people',
    title: 'People',
    inBar: true,
    load: async () => (await import('./people/people.tsx')).People,
  },
  { name: 'runs', title: 'Runs', inBar: false, load: async () => (await import('./runs/runs.tsx')).Runs },
  {
    name: 'creator',
    title: 'Creator',
    inBar: false,
    load: async () => (await import('./creator/creator.tsx')).Creator,
  },
  {
    name: 'quarantine',
    title: 'Quarantine',
    inBar: false,
    load: async () => (await import('./events/quarantine.tsx')).Quarantine,
  },
  {
    name: 'dead',
    title: 'Dead letters',
    inBar: false,
    load: async () => (await import('./events/dead_letters.tsx')).DeadLetters,
  },
  {
    name: 'alerts',
    title: 'Alerts',
    inBar: false,
    load: async () => (await import('./alerts/alerts.tsx')).AlertsPage,
  },
  {
    name: 'changes',
    title: 'What was changed',
    inBar: false,
    load: async () => (await import('./changes/changes.tsx')).ChangesPage,
  },
]
