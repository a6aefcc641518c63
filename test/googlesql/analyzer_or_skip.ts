/** SQL lint: starts Google's analyzer for tests. */
import { startAnalyzer, type Analyzer } from './analyzer.ts'

/** Starts the analyzer. If it cannot be installed, prints the reason and skips the tests; `npm run lint:googlesql`, which CI runs, fails
 *  without it. */
export async function analyzerOrSkip(context: Mocha.Context): Promise<Analyzer> {
  try {
    return await startAnalyzer()
  } catch (error) {
    console.log(`    skipped: ${(error as Error).message}`)
    return context.skip()
  }
}
