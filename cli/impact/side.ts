/** Command line: predicts what becomes of stored events with the settings of one side. Pure. */
import { eventOfRow, fromCompactRow } from '../../functions/event/from_row.ts'
import {
  compilePredictions,
  type DecisionSettings,
  type PredictedEvent,
  type Prediction,
} from '../../functions/replay/prediction.ts'

type Row = Readonly<Record<string, unknown>>

/** The predictions for one event by destination. */
export type Predictions = Readonly<Record<string, Prediction>>

/** Reads a row that `sampleOfEvents` selects. */
export function readRow(row: Row): Omit<PredictedEvent, 'suppressed'> {
  return {
    event: eventOfRow(fromCompactRow(row)).event,
    choices: [row['by_user_id'], row['by_anonymous_id']],
  }
}

/** Returns the function that predicts one event. `now`: the clock of the limits of age. `only`: ids of the destinations to predict for;
 * default: all. */
export function compileSide(settings: DecisionSettings, now: Date, only?: ReadonlySet<string>) {
  const destinations = settings.destinations.filter(({ id }) => !only || only.has(id))
  const predict = compilePredictions({ ...settings, destinations })
  return (event: PredictedEvent): Predictions => {
    const predictions: Record<string, Prediction> = {}
    for (const [index, prediction] of predict(event, now).entries())
      predictions[destinations[index]!.id] = prediction
    return predictions
  }
}
