/** Test support: runs a program in a process that forbids code generation from strings. */
import { execFileSync } from 'node:child_process'

/** Runs a module, given as text. Returns its output. */
export function withoutGenerating(program: string): string {
  return execFileSync(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  )
}
