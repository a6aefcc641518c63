/** Bench: lists all benches by name. Each is loaded when it runs. */
import type { Scale } from './scale.ts'

/** Resolves when the figures are printed. Rejects if the bench cannot run. */
export type Bench = (scale: Scale) => Promise<void>

export const benches: Readonly<Record<string, Bench>> = {
  cold_start: async (scale) => (await import('./cold_start.ts')).benchColdStart(scale),
  ingest: async (scale) => (await import('./ingest.ts')).benchIngest(scale),
  store: async (scale) => (await import('./store.ts')).benchStore(scale),
  memory: async (scale) => (await import('./store.ts')).benchMemory(scale),
  writer: async (scale) => (await import('./writer.ts')).benchWriter(scale),
  isolation: async (scale) => (await import('./isolation.ts')).benchIsolation(scale),
  throttled: async (scale) => (await import('./throttled.ts')).benchThrottled(scale),
  load: async (scale) => (await import('./load.ts')).benchLoad(scale),
  whole: async (scale) => (await import('./whole.ts')).benchWhole(scale),
  bus: async (scale) => (await import('./bus.ts')).benchBus(scale),
  linkage: async (scale) => (await import('./linkage.ts')).benchLinkage(scale),
  delivery: async (scale) => (await import('./delivery.ts')).benchDelivery(scale),
  bigquery: async (scale) => (await import('./bigquery.ts')).benchBigquery(scale),
  console: async (scale) => (await import('./console.ts')).benchConsole(scale),
  translate: async (scale) => (await import('./translate.ts')).benchTranslate(scale),
  sync: async (scale) => (await import('./sync.ts')).benchSync(scale),
  audience: async (scale) => (await import('./audience.ts')).benchAudience(scale),
  replay: async (scale) => (await import('./replay.ts')).benchReplay(scale),
  impact: async (scale) => (await import('./impact.ts')).benchImpact(scale),
  people: async (scale) => (await import('./people.ts')).benchPeople(scale),
  erasure: async (scale) => (await import('./erasure.ts')).benchErasure(scale),
}
