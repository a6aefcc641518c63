/** `npm test`: runs every test, or only the files that are named: `npm test -- test/decision.test.ts --watch`. */
import { spawnSync } from 'node:child_process'

const everything = ['--parallel', '--jobs', '3', 'test/**/*.test.ts', 'packages/*/test/**/*.test.ts']

/** Mocha adds the files of its command line to those of its configuration, so the configuration names none. */
function mochaArguments(given: readonly string[]): readonly string[] {
  const namesFiles = given.some((argument) => /\.test\.ts$|[*/]/.test(argument) && !argument.startsWith('-'))
  return namesFiles ? given : [...everything, ...given]
}

const { status, signal } = spawnSync('mocha', mochaArguments(process.argv.slice(2)), { stdio: 'inherit' })
process.exitCode = signal === null ? (status ?? 1) : 1
