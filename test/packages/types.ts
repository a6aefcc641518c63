/** Tests: what TypeScript says of a program that uses an installed package. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const types = fileURLToPath(new URL('../../node_modules/@types', import.meta.url))

/** Compiles a module in a folder, the declarations of its packages included. Returns the messages. */
export async function typeErrors(dir: string, source: string): Promise<readonly string[]> {
  const file = join(dir, 'program.mts')
  await writeFile(file, source)
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [types],
  })
  // The declarations of Node are not ours to check.
  const messages = ts.getPreEmitDiagnostics(program).filter(({ file }) => !file?.fileName.startsWith(types))
  return messages.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
