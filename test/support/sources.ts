/** Test support: parses the source files of the repository, for checks of names, imports and texts. */
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))

/** The product's folders. Packages are separate, with their own vocabulary. */
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
  /** The path from the repository's root, or the name of a package. */
  name: string
  /** True if TypeScript erases the import. */
  isType: boolean
}

/** Returns what a file imports and re-exports, including dynamic imports. */
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

/** Returns the names that a file declares and exports. A type and a value of the same name count once. */
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

/** Returns the texts that a person reads, with their lines: JSX text, messages of errors and logs, and descriptions. */
export function readableTexts(source: ts.SourceFile): readonly { text: string; line: number }[] {
  const texts: { text: string; line: number }[] = []
  function add(node: ts.Node): void {
    for (const literal of literalsOf(node)) {
      const { line } = source.getLineAndCharacterOfPosition(literal.getStart(source))
      texts.push({ text: literal.text, line: line + 1 })
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
  return texts
}

type Literal = ts.LiteralLikeNode

/** Returns the literal parts of an expression: a string, the fixed parts of a template, both sides of a concatenation. */
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
