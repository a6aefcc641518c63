/** Tests: the source files of the repository as TypeScript reads them, for guards over names and texts. */
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))

/** The product's folders. Packages are things of their own, with their own vocabulary. */
export const productFolders = ['schemas', 'functions', 'infra', 'web', 'cli', 'local'] as const

/** Every folder with source files. */
export const repositoryFolders = [...productFolders, 'packages', 'bench', 'test'] as const

/** Reads and parses every TypeScript file below the folders, by path from the repository's root. */
export async function parsedSources(folders: readonly string[]): Promise<ReadonlyMap<string, ts.SourceFile>> {
  const pattern = folders.map((folder) => `${folder}/**/*.{ts,tsx}`)
  const exclude = (path: string): boolean => /(^|\/)(node_modules|dist)(\/|$)|\.d\.ts$/.test(path)
  const files = (await Array.fromAsync(glob(pattern, { cwd: repositoryRoot, exclude }))).toSorted()
  const parsed = files.map(async (file) => {
    const text = await readFile(join(repositoryRoot, file), 'utf8')
    return [file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)] as const
  })
  return new Map(await Promise.all(parsed))
}

export interface Import {
  /** A path from the repository's root for a file of its own; the name for a package. */
  name: string
  /** True if TypeScript erases it: Node loads nothing. */
  isType: boolean
}

/** What a file imports and re-exports, dynamic imports included. */
export function importsOf(source: ts.SourceFile): readonly Import[] {
  const imports: Import[] = []
  function add(specifier: ts.Node | undefined, isType: boolean): void {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    const { text } = specifier
    imports.push({
      name: text.startsWith('.') ? normalize(join(dirname(source.fileName), text)) : text,
      isType,
    })
  }
  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
}

/** Names that a file exports with a declaration of its own. A type and a value of one name count once. */
export function exportedNames(source: ts.SourceFile): ReadonlySet<string> {
  const names = source.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => bindingNames(name))
    return 'name' in statement && statement.name ? [(statement.name as ts.Identifier).text] : []
  })
  return new Set(names)
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

function bindingNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? bindingNames(element.name) : []))
}

/** Texts that a person reads: JSX text, messages of errors and logs, and descriptions; with the line of each. */
export function readableTexts(source: ts.SourceFile): readonly { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  function add(node: ts.Node): void {
    for (const literal of literalsOf(node)) {
      const { line } = source.getLineAndCharacterOfPosition(literal.getStart(source))
      found.push({ text: literal.text, line: line + 1 })
    }
  }
  function visit(node: ts.Node): void {
    if (ts.isJsxText(node)) add(node)
    if (ts.isNewExpression(node) && node.expression.getText(source).endsWith('Error'))
      node.arguments?.forEach(add)
    if (ts.isCallExpression(node) && /^(logEntry|report)$/.test(node.expression.getText(source)))
      node.arguments.forEach(add)
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'description') add(node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

type Literal = ts.LiteralLikeNode

/** The literal parts of an expression: a string, the fixed parts of a template, both sides of a concatenation. */
function literalsOf(node: ts.Node): readonly Literal[] {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return [node]
  if (ts.isTemplateExpression(node))
    return [
      node.head,
      ...node.templateSpans.flatMap((span) => [...literalsOf(span.expression), span.literal]),
    ]
  if (ts.isBinaryExpression(node)) return [...literalsOf(node.left), ...literalsOf(node.right)]
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)]
  return []
}
