/** `npm run lint:googlesql`: every SQL text that can reach BigQuery through Google's own analyzer; and every statement that the embedded BigQuery accepted during the last `npm test`. */
import { join } from 'node:path'
import { drawnGraph } from '../../cli/inspect/drawn_graph.ts'
import { generatedFolder } from '../../packages/bigquery-emulator/test/support/generated_statements.ts'
import { recordings } from '../support/recording.ts'
import { startAnalyzer, type Analyzer } from './analyzer.ts'
import { checkTexts, checkViews, type Mistake, type Text } from './check.ts'
import { excuseOf, type Excuse } from './excused.ts'
import { sqlOfGraph, type GraphSql } from './graph_sql.ts'
import { checkRecording, readRecording, type Recording } from './recorded.ts'
import { definitionView, repositoryTexts } from './texts.ts'

type Print = (line: string) => void

/** Fewer distinct statements than this were not recorded by the whole of `npm test`. */
const minRecorded = 800

/** Prints one line for each error and a summary. Returns true if there is no error. */
export async function lintTexts(
  analyzer: Analyzer,
  { tables: stored, views, scheduled, ...place }: GraphSql,
  others: readonly Text[],
  print: Print,
): Promise<boolean> {
  const { mistakes, tables } = await checkViews(analyzer, views, stored)
  const texts = [...scheduled, ...others]
  const all = [...mistakes, ...(await checkTexts(analyzer, texts, tables, place))]
  for (const mistake of all) print(lineOf(mistake))
  const counts = `${views.length} views, ${texts.length} other SQL texts`
  print(`${counts}: ${all.length} with a mistake`)
  return all.length === 0
}

/** Prints each rejected statement that is not excused, and the counts. Returns true if there is none. */
export async function lintRecording(
  analyzer: Analyzer,
  recording: Recording,
  print: Print,
): Promise<boolean> {
  const all = await checkRecording(analyzer, recording)
  const excused = new Map<Excuse, number>()
  const refused = all.filter((each) => {
    const excuse = excuseOf(each)
    if (excuse) excused.set(excuse, (excused.get(excuse) ?? 0) + 1)
    return excuse === undefined
  })
  for (const mistake of refused)
    print(`${lineOf({ ...mistake, name: 'recorded statement' })}\n${indented(mistake.name)}`)
  const sum = [...excused.values()].reduce((total, count) => total + count, 0)
  print(`${recording.statements.length} recorded statements: ${refused.length} refused, ${sum} excused`)
  for (const [{ feature, reason }, count] of excused) print(`  ${count} excused, ${feature}: ${reason}`)
  return refused.length === 0
}

function lineOf({ name, place, message }: Mistake): string {
  return `${name}${place === undefined ? '' : `:${place}`}: ${message}`
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ')
}

/** The stack that uses every setting. */
const stack = 'example'

async function main(print: Print): Promise<boolean> {
  const ofProgram = sqlOfGraph(await drawnGraph(stack))
  const recording = await readRecording(recordings)
  const { statements: madeUp } = await readRecording(join(recordings, generatedFolder))
  const analyzer = await startAnalyzer()
  try {
    const sql = { ...ofProgram, views: [...ofProgram.views, definitionView(ofProgram)] }
    const areTextsGood = await lintTexts(analyzer, sql, await repositoryTexts(ofProgram), print)
    const isRecordingGood = await lintRecording(analyzer, recording, print)
    print(`${madeUp.length} generated statements are left to the differential test`)
    const isWhole = recording.statements.length >= minRecorded
    if (!isWhole)
      print(
        `A whole \`npm test\` records at least ${minRecorded} statements: run it before \`npm run lint:googlesql\`.`,
      )
    return areTextsGood && isRecordingGood && isWhole
  } finally {
    await analyzer.stop()
  }
}

if (import.meta.main) {
  const isGood = await main(console.log).catch((error: Error) => console.error(error.message))
  process.exitCode = isGood === true ? 0 : 1
}
