/** Test support: compiles TypeScript files in a folder of their own, as in the repository of a producer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { repositoryRoot } from './sources.ts'

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  typeRoots: [join(repositoryRoot, 'node_modules/@types')],
  types: ['node'],
}

/** Returns the compiler's messages; empty if the files compile. */
export async function compileErrors(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-compile-'))
  try {
    const all = { 'package.json': '{"type":"module"}', ...files }
    await Promise.all(Object.entries(all).map(([name, text]) => writeFile(join(dir, name), text)))
    const program = ts.createProgram(
      Object.keys(files).map((name) => join(dir, name)),
      options,
    )
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  } finally {
    await rm(dir, { recursive: true })
  }
}
