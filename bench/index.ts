/** Bench: `npm run bench [name …]` runs each bench in a separate process and prints ratios to a baseline of the same run. Fails if one fails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benches } from './benches.ts'
import { endOf } from './process.ts'
import { scaleArguments, type Scale } from './scale.ts'

const usage = `Usage: npm run bench -- [--smoke] [name …]

Runs the named benches, or all of them: ${Object.keys(benches).join(', ')}.

  --smoke  one short round each, to show that they run; the figures are not meaningful
  --help   prints this`

/** Timeout of a smoke run in ms. It is generous, so that only a bench that hangs is stopped. */
const longestSmoke = 300_000

const runProgram = fileURLToPath(new URL('run.ts', import.meta.url))

interface Arguments {
  names: readonly string[]
  scale: Scale
}

/** Reads the arguments. Returns undefined after printing the usage if there is nothing to run. */
function readArguments(): Arguments | undefined {
  try {
    const options = { smoke: { type: 'boolean' }, help: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (values.help) {
      console.log(usage)
      return undefined
    }
    const unknown = positionals.find((name) => !Object.hasOwn(benches, name))
    if (unknown !== undefined) throw new Error(`There is no bench "${unknown}".`)
    return {
      names: positionals.length > 0 ? positionals : Object.keys(benches),
      scale: values.smoke ? 'smoke' : 'full',
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exitCode = 1
    return undefined
  }
}

/** Runs a bench. Returns why it failed; undefined if it did not. */
async function failureOf(name: string, scale: Scale): Promise<string | undefined> {
  const child = spawn(process.execPath, [runProgram, name, ...scaleArguments(scale)], { stdio: 'inherit' })
  let isLate = false
  const limit = setTimeout(() => (isLate = child.kill('SIGKILL')), longestSmoke)
  if (scale === 'full') clearTimeout(limit)
  await once(child, 'exit')
  clearTimeout(limit)
  if (isLate) return `it did not end within ${longestSmoke / 1000} s`
  return child.exitCode === 0 ? undefined : `it ended with ${endOf(child)}`
}

async function runBenches({ names, scale }: Arguments): Promise<void> {
  const failures: string[] = []
  for (const name of names) {
    const begun = performance.now()
    console.log(`\n${name}${scale === 'smoke' ? ' (smoke run: the figures are not meaningful)' : ''}`)
    const failure = await failureOf(name, scale)
    if (failure !== undefined) failures.push(`FAILED: bench ${name}: ${failure}`)
    if (scale === 'smoke') console.log(`${name} took ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
  for (const failure of failures) console.error(failure)
  if (failures.length > 0) process.exitCode = 1
}

const benchArguments = readArguments()
if (benchArguments) await runBenches(benchArguments)
