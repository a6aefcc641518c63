/** Tests: a process in which no code may be generated, as where the engine is told so. */
import { execFileSync } from 'node:child_process'

/** Runs a program, a module as text, and gives what it prints. */
export function withoutGenerating(program: string): string {
  return execFileSync(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', program],
    { encoding: 'utf8' },
  )
}
