/** Tests: Google's analyzer where it can be installed. */
import { startAnalyzer, type Analyzer } from './analyzer.ts'

/** Starts the analyzer. Skips the tests, with the reason printed, where it cannot be installed: `npm run lint:googlesql`, which
 *  CI runs, fails without it. */
export async function analyzerOrSkip(context: Mocha.Context): Promise<Analyzer> {
  try {
    return await startAnalyzer()
  } catch (error) {
    console.log(`    skipped: ${(error as Error).message}`)
    return context.skip()
  }
}
