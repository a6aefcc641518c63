/** `npm run lint:differential`: the statements of the repository, changed and made up, through the local BigQuery and through
 * Google's analyzer. Fails where the local one accepts what Google's refuses. SEED=… takes other statements, COUNT=… more. */
import { randomFrom, seed } from '../../ingest/random.ts'
import { startAnalyzer } from '../analyzer.ts'
import { compare } from './compare.ts'
import { commonParameters, readStatements, type Statement } from './corpus.ts'
import { Queries } from './generate.ts'
import { mutate } from './mutate.ts'
import { Report } from './report.ts'
import { readSchema, shop, type Schema } from './schema.ts'

const count = Number(process.env['COUNT'] ?? 10_000)
const concurrency = 4
/** Longer statements are changed less often, because most of their changes are similar. */
const shortLength = 700

/** Yields the repository's statements, then changed and generated ones alternately, each once. */
async function statements(schema: Schema): Promise<readonly Statement[]> {
  const own = await readStatements()
  const short = own.filter(({ sql }) => sql.length < shortLength)
  const random = randomFrom(seed)
  const made = new Queries(
    random,
    schema.tables.filter(({ dataset, table }) => dataset === shop && !table.startsWith('shard_')),
  )
  const all = new Map(own.map((statement) => [statement.sql, statement]))
  while (all.size < count) {
    const base = random.pick(random.below(10) === 0 ? own : short)
    const statement: Statement =
      all.size % 2 === 0
        ? { sql: mutate(base.sql, random), parameters: base.parameters }
        : { sql: made.whole(), parameters: commonParameters }
    all.set(statement.sql, statement)
  }
  return [...all.values()]
}

async function main(): Promise<boolean> {
  const schema = await readSchema()
  const left = [...(await statements(schema))].toReversed()
  const analyzer = await startAnalyzer()
  const report = new Report()
  const lane = async (): Promise<void> => {
    for (let statement = left.pop(); statement; statement = left.pop())
      report.add(statement.sql, await compare(statement, schema, analyzer))
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, lane))
  } finally {
    await analyzer.stop()
  }
  for (const line of report.lines(seed)) console.log(line)
  return report.isGood
}

if (import.meta.main) process.exitCode = (await main()) ? 0 : 1
