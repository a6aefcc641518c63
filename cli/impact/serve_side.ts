/** Command line: program that predicts with the code of its own checkout: `sluice plan --impact` starts that of the base commit. Reads a line of JSON with the settings, then
 * lines with rows that `sampleOfEvents` selects, and answers each with a line of predictions. Another commit reads these lines: members are only ever added. */
import type { StackConfig } from '../../infra/settings/parse.ts'
import { readSampleRow } from '../../functions/replay/impact_selection.ts'
import { linesOf } from '../terminal/lines.ts'
import { decisionSettingsOf } from './settings.ts'
import { compileSide, type Predictions } from './side.ts'

/** The first line. `now`: RFC 3339, the clock of the limits of age. */
export interface ServedSettings {
  config: StackConfig
  now: string
}

/** An event of each line after it. */
export interface ServedRow {
  row: Readonly<Record<string, unknown>>
  suppressed: boolean
}

let predict: ((served: ServedRow) => Predictions) | undefined
for await (const line of linesOf(process.stdin)) {
  if (predict) process.stdout.write(`${JSON.stringify((JSON.parse(line) as ServedRow[]).map(predict))}\n`)
  else predict = predictionOf(JSON.parse(line) as ServedSettings)
}

function predictionOf({ config, now }: ServedSettings): (served: ServedRow) => Predictions {
  const side = compileSide(decisionSettingsOf(config), new Date(now))
  return ({ row, suppressed }) => side({ ...readSampleRow(row), suppressed })
}
