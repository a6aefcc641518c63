/** Differential test: changes a statement like typical mistakes in SQL. The same seed gives the same changes. */
import type { Random } from '../../ingest/random.ts'
import { expressionChanges } from './changes.ts'
import { queryChanges } from './query_changes.ts'
import { Tokens } from './tokens.ts'

const changes = [...expressionChanges, ...queryChanges]
const maxTries = 50

/** Returns the statement with one to three changes. */
export function mutate(sql: string, random: Random): string {
  const tokens = new Tokens(sql, random)
  let left = random.pick([1, 1, 1, 1, 2, 2, 3])
  for (let tries = 0; left > 0 && tries < maxTries; tries++) if (random.pick(changes)(tokens)) left--
  return tokens.sql
}
