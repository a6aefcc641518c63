/** Command line: predicts what becomes of stored events with the settings of one side. Pure. */
import {
  compilePredictions,
  type DecisionSettings,
  type PredictedEvent,
  type Prediction,
} from '../../functions/replay/prediction.ts'

/** The predictions for one event by destination. */
export type Predictions = Readonly<Record<string, Prediction>>

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
