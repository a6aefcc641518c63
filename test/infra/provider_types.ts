/** Inputs: checks the inputs of resources against the provider's declarations: required and unknown members, types and allowed values. `tsc` cannot
 * check them because of outputs and configuration. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import type { Resource } from '../../local/pulumi/graph.ts'

type Kind =
  | { kind: 'string' | 'number' | 'boolean' | 'other' }
  | { kind: 'array' | 'map'; of: Kind }
  | { kind: 'object'; name: string }

interface Member {
  required: boolean
  deprecated: boolean
  /** The values that the documentation allows. */
  allowed: readonly string[]
  value: Kind
}

type Members = ReadonlyMap<string, Member>

const root = dirname(createRequire(import.meta.url).resolve('@pulumi/gcp/package.json'))

/** Returns the problems of a resource's inputs, one sentence each. */
export function inputFaults({ type, inputs }: Resource): string[] {
  return checkObject(inputs, argumentsOf(type), '')
}

function checkObject(value: unknown, members: Members, path: string): string[] {
  if (!isRecord(value)) return [`${path}: expected an object`]
  const at = (name: string) => (path ? `${path}.${name}` : name)
  const missing = [...members].filter(([name, { required }]) => required && value[name] === undefined)
  return [
    ...missing.map(([name]) => `${at(name)}: required`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const declared = members.get(name)
      if (!declared) return [`${at(name)}: unknown`]
      if (declared.deprecated) return [`${at(name)}: deprecated`]
      if (typeof member === 'string' && declared.allowed.length > 0 && !declared.allowed.includes(member))
        return [`${at(name)}: expected one of ${declared.allowed.join(', ')}, got ${member}`]
      return checkValue(member, declared.value, at(name))
    }),
  ]
}

function checkValue(value: unknown, expected: Kind, path: string): string[] {
  switch (expected.kind) {
    case 'array':
      if (!Array.isArray(value)) return [`${path}: expected an array`]
      return value.flatMap((element, index) => checkValue(element, expected.of, `${path}[${index}]`))
    case 'map':
      if (!isRecord(value)) return [`${path}: expected an object`]
      return Object.entries(value).flatMap(([key, member]) =>
        checkValue(member, expected.of, `${path}.${key}`),
      )
    case 'object':
      return checkObject(value, nestedType(expected.name), path)
    case 'other':
      return []
    default:
      return typeof value === expected.kind
        ? []
        : [`${path}: expected a ${expected.kind}, got a ${typeof value}`]
  }
}

/** Returns the arguments of a resource: `gcp:pubsub/topic:Topic` → `TopicArgs` of pubsub/topic.d.ts, whatever the case of the file. */
const argumentsOf = cached((type: string): Members => {
  const [, module = '', name = ''] = type.split(':')
  const [folder = '', file = ''] = module.split('/')
  const found = readdirSync(join(root, folder)).find(
    (entry) => entry.toLowerCase() === `${file}.d.ts`.toLowerCase(),
  )
  const source = found && parse(join(root, folder, found))
  const declaration = source && interfacesOf(source).find((each) => each.name.text === `${name}Args`)
  if (!declaration) throw new Error(`${type}: the provider declares no such resource`)
  return membersOf(declaration)
})

/** Returns a nested type of the provider, such as `pubsub.SubscriptionPushConfig`. */
const nestedType = cached((name: string): Members => {
  const declaration = nestedDeclarations().get(name)
  if (!declaration) throw new Error(`${name}: the provider declares no such type`)
  return membersOf(declaration)
})

const nestedDeclarations = cached((): ReadonlyMap<string, ts.InterfaceDeclaration> => {
  const declarations = new Map<string, ts.InterfaceDeclaration>()
  const walk = (node: ts.Node, namespace: string): void => {
    ts.forEachChild(node, (child) => {
      if (ts.isModuleDeclaration(child)) walk(child, `${namespace}${child.name.text}.`)
      else if (ts.isModuleBlock(child)) walk(child, namespace)
      else if (ts.isInterfaceDeclaration(child)) declarations.set(`${namespace}${child.name.text}`, child)
    })
  }
  walk(parse(join(root, 'types/input.d.ts')), '')
  return declarations
})

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true)
}

function interfacesOf(source: ts.SourceFile): ts.InterfaceDeclaration[] {
  return source.statements.filter(ts.isInterfaceDeclaration)
}

function membersOf(declaration: ts.InterfaceDeclaration): Members {
  return new Map(
    declaration.members.filter(ts.isPropertySignature).map((member) => {
      const comment = ts
        .getJSDocCommentsAndTags(member)
        .map((part) => part.getText())
        .join('\n')
      return [
        member.name.getText(),
        {
          required: member.questionToken === undefined,
          deprecated: comment.includes('@deprecated'),
          allowed: allowedIn(comment.replaceAll(/\n\s*\*/g, ' ').replaceAll(/ +/g, ' ')),
          value: member.type ? kindOf(member.type) : { kind: 'other' },
        },
      ]
    }),
  )
}

/** Returns the allowed values that a comment lists in one of these phrases, in backticks or in capitals. */
function allowedIn(comment: string): string[] {
  const phrase =
    /(?:possible values(?: are)?|valid values(?: are)?|must be one of|supported types are):? (.*?)(?:, which .*?)?\.(?:\s|$)/i
  const [, listed = ''] = phrase.exec(comment) ?? []
  const quoted = [...listed.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value)
  if (quoted.length > 0) return quoted
  const values = listed.split(/,? and |,? or |, /)
  return values.every((value) => /^[A-Z][A-Z0-9_]+$/.test(value)) ? values : []
}

function kindOf(node: ts.TypeNode): Kind {
  if (ts.isUnionTypeNode(node)) {
    const kinds = node.types.filter((each) => each.kind !== ts.SyntaxKind.UndefinedKeyword).map(kindOf)
    return kinds.length === 1 && kinds[0] ? kinds[0] : { kind: 'other' }
  }
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText()
    const [argument] = node.typeArguments ?? []
    if (name === 'pulumi.Input' && argument) return kindOf(argument)
    return name.startsWith('inputs.')
      ? { kind: 'object', name: name.slice('inputs.'.length) }
      : { kind: 'other' }
  }
  if (ts.isArrayTypeNode(node)) return { kind: 'array', of: kindOf(node.elementType) }
  if (ts.isTypeLiteralNode(node)) {
    const [index] = node.members.filter(ts.isIndexSignatureDeclaration)
    return index ? { kind: 'map', of: kindOf(index.type) } : { kind: 'other' }
  }
  switch (node.kind) {
    case ts.SyntaxKind.StringKeyword:
      return { kind: 'string' }
    case ts.SyntaxKind.NumberKeyword:
      return { kind: 'number' }
    case ts.SyntaxKind.BooleanKeyword:
      return { kind: 'boolean' }
    default:
      return { kind: 'other' }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cached<Result>(compute: (key: string) => Result): (key?: string) => Result {
  const results = new Map<string, Result>()
  return (key = '') => {
    const known = results.get(key)
    if (known !== undefined) return known
    const result = compute(key)
    results.set(key, result)
    return result
  }
}
