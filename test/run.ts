/** `npm test`: runs every test, or only the files that are named: `npm test -- test/decision.test.ts -g 'title'`.
 * With `--watch` it runs a file again after each change of it and of what it imports. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const everything = ['--parallel', '--jobs', '3', 'test/**/*.test.ts', 'packages/*/test/**/*.test.ts']
const mocha = join(import.meta.dirname, '../node_modules/mocha/bin/mocha.js')

const given = process.argv.slice(2)
const namesFiles = given.some((argument) => /\.test\.ts$|^(test|packages)\//.test(argument))

/** Mocha adds the files of its command line to those of its configuration, so the configuration names none. */
function nodeArguments(): readonly string[] {
  if (!given.includes('--watch')) return [mocha, ...(namesFiles ? given : [...everything, ...given])]
  // Node watches every imported file. Mocha's own watch mode cannot load an ES module again.
  return ['--watch', mocha, ...given.filter((argument) => argument !== '--watch')]
}

if (given.includes('--watch') && !namesFiles) {
  console.error('--watch needs a test file: npm test -- --watch test/decision.test.ts')
  process.exitCode = 1
} else {
  const { status, signal } = spawnSync(process.execPath, nodeArguments(), { stdio: 'inherit' })
  process.exitCode = signal === null ? (status ?? 1) : 1
}
