/** Command line: the two sides of an impact, before and after the change, which predict the same events. */
import type { DecisionSettings, PredictedEvent, Prediction } from '../../functions/replay/prediction.ts'
import type { Destination } from '../../schemas/destination.ts'
import { decisionSettingsOf, type SideSettings } from './settings.ts'
import { compileSide, type Predictions } from './side.ts'

interface Side {
  title: string
  settings: DecisionSettings
}

export interface Sides {
  before: Side
  after: Side
  /** Returns what becomes of an event before and after the change. */
  predict: (event: PredictedEvent) => readonly [before: Predictions, after: Predictions]
}

/** Both sides are predicted with the code of this checkout. A destination whose settings do not change is predicted once. */
export function sidesOfSettings(before: SideSettings, after: SideSettings, now: Date): Sides {
  const [was, is] = [decisionSettingsOf(before.config), decisionSettingsOf(after.config)]
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
  const areDefaultsSame = isSame(was.consentDefaults, is.consentDefaults) && isSame(was.sources, is.sources)
  const isKept = (each: Destination): boolean =>
    areDefaultsSame &&
    isSame(
      each,
      is.destinations.find(({ id }) => id === each.id),
    )
  const kept = was.destinations.filter(isKept).map(({ id }) => id)
  const only = new Set(was.destinations.filter((each) => !isKept(each)).map(({ id }) => id))
  const predictBefore = compileSide(was, now, only)
  const predictAfter = compileSide(is, now)
  return {
    before: { title: before.title, settings: was },
    after: { title: after.title, settings: is },
    predict: (event) => {
      const afterwards = predictAfter(event)
      const beforehand: Record<string, Prediction> = { ...predictBefore(event) }
      for (const id of kept) if (afterwards[id]) beforehand[id] = afterwards[id]
      return [beforehand, afterwards]
    },
  }
}
