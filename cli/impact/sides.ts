/** Command line: the two sides of an impact, before and after the change, which predict the same events. */
import type { DecisionSettings, PredictedEvent, Prediction } from '../../functions/replay/prediction.ts'
import type { Destination } from '../../schemas/destination.ts'
import { openBaseCode, type WithoutBaseCode } from './base_code.ts'
import { decisionSettingsOf, type SideSettings } from './settings.ts'
import { compileSide, type Predictions } from './side.ts'

interface Side {
  title: string
  settings: DecisionSettings
}

/** An event, and the row that it is read from. */
export interface ReadEvent extends PredictedEvent {
  row: Readonly<Record<string, unknown>>
}

type BothSides = readonly [before: Predictions, after: Predictions]

export interface Sides {
  before: Side
  after: Side
  /** Returns what becomes of each event before and after the change. */
  predict: (events: readonly ReadEvent[]) => Promise<readonly BothSides[]>
  close: () => Promise<void>
}

/** What follows the title of the side before. */
const codeText: Readonly<Record<WithoutBaseCode, string>> = {
  same: '',
  'another repository': '',
  'too old': ', with the code of this checkout, because its own cannot predict',
}

/** The side before is predicted with the code of its commit, if that differs from this checkout's. */
export async function openSides(before: SideSettings, after: SideSettings, now: Date): Promise<Sides> {
  const [was, is] = [decisionSettingsOf(before.config), decisionSettingsOf(after.config)]
  const base = before.commit === undefined ? 'same' : await openBaseCode(before, now)
  const predictAfter = compileSide(is, now)
  const sides = { after: { title: after.title, settings: is } }
  if (typeof base !== 'string')
    return {
      ...sides,
      before: { title: `${before.title}, with its code`, settings: was },
      predict: async (events) => {
        const asked = base.predict(events.map(({ row, suppressed }) => ({ row, suppressed })))
        // The base works meanwhile; its failure is thrown below.
        asked.catch(() => {})
        const afterwards = events.map(predictAfter)
        const beforehand = await asked
        return afterwards.map((each, index) => [beforehand[index]!, each] as const)
      },
      close: base.close,
    }
  const predictBefore = predictOnce(was, is, now)
  return {
    ...sides,
    before: { title: `${before.title}${codeText[base]}`, settings: was },
    predict: async (events) =>
      events.map((event) => {
        const afterwards = predictAfter(event)
        return [predictBefore(event, afterwards), afterwards] as const
      }),
    close: async () => {},
  }
}

/** Returns the function that predicts the side before. A destination whose settings do not change is predicted once, afterwards. */
function predictOnce(was: DecisionSettings, is: DecisionSettings, now: Date) {
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
  return (event: PredictedEvent, afterwards: Predictions): Predictions => {
    const beforehand: Record<string, Prediction> = { ...predictBefore(event) }
    for (const id of kept) if (afterwards[id]) beforehand[id] = afterwards[id]
    return beforehand
  }
}
