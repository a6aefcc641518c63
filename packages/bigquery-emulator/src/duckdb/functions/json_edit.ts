/** JSON_SET, JSON_REMOVE, JSON_STRIP_NULLS, JSON_ARRAY_APPEND and JSON_ARRAY_INSERT. */
import { pathSteps, translateJsonPath } from '../../googlesql/functions/json_path.ts'
import { jsonText, readJson, type Json } from '../../googlesql/json_document.ts'

type Step = string | number
type Container = Json[] | Map<string, Json>

function isContainer(value: Json | undefined): value is Container {
  return typeof value === 'object'
}

function steps(path: string): Step[] {
  return pathSteps(translateJsonPath(path))
}

function get(container: Container, step: Step): Json | undefined {
  if (Array.isArray(container)) return typeof step === 'number' ? container[step] : undefined
  return typeof step === 'string' ? container.get(step) : undefined
}

function put(container: Container, step: Step, value: Json): void {
  if (Array.isArray(container) && typeof step === 'number') {
    while (container.length < step) container.push('null')
    container[step] = value
  } else if (!Array.isArray(container) && typeof step === 'string') container.set(step, value)
}

/** Returns the edited document. `args` are the document, then the paths, each followed by a value if the function takes one. */
export function editJson(name: string, args: (string | null)[], options: string): string | null {
  if (args.includes(null)) return null
  const [document, ...rest] = args as string[]
  const flags = JSON.parse(options) as Record<string, boolean>
  const root = new Map([['$', readJson(document!, 'kept')]])
  if (name === 'JSON_STRIP_NULLS') {
    stripAt(
      root,
      ['$', ...steps(rest[0] ?? '$')],
      flags['include_arrays'] !== false,
      flags['remove_empty'] === true,
    )
    return jsonText(root.get('$')!)
  }
  if (name === 'JSON_REMOVE') for (const path of rest) remove(root, steps(path))
  else
    for (let i = 0; i + 1 < rest.length; i += 2) {
      const value = readJson(rest[i + 1]!, 'kept')
      const path: Step[] = ['$', ...steps(rest[i]!)]
      if (name === 'JSON_SET') set(root, path, value, flags['create_if_missing'] !== false)
      else if (name === 'JSON_ARRAY_APPEND') append(root, path, value, flags['append_each_element'] !== false)
      else insert(root, path, value, flags['insert_each_element'] !== false)
    }
  return jsonText(root.get('$')!)
}

function isEmpty(value: Json): boolean {
  return isContainer(value) && (Array.isArray(value) ? value.length : value.size) === 0
}

function stripAt(root: Container, path: readonly Step[], inArrays: boolean, removeEmpty: boolean): void {
  const value = walk(root, path)
  const parent = walk(root, path.slice(0, -1)) ?? root
  if (value === undefined || !isContainer(parent)) return
  const stripped = strip(value, inArrays, removeEmpty)
  put(parent, path.at(-1)!, removeEmpty && isEmpty(stripped) ? 'null' : stripped)
}

function strip(value: Json, inArrays: boolean, removeEmpty: boolean): Json {
  const isGone = (member: Json): boolean => member === 'null' || (removeEmpty && isEmpty(member))
  if (Array.isArray(value)) {
    const items = value.map((item) => strip(item, inArrays, removeEmpty))
    return inArrays ? items.filter((item) => !isGone(item)) : items
  }
  if (!isContainer(value)) return value
  const members = [...value].map(([key, member]) => [key, strip(member, inArrays, removeEmpty)] as const)
  return new Map(members.filter(([, member]) => !isGone(member)))
}

function remove(root: Container, path: Step[]): void {
  if (path.length === 0) throw new Error("Invalid input to JSON_REMOVE: The JSONPath cannot be '$'")
  const parent = walk(root, ['$', ...path.slice(0, -1)])
  const last = path.at(-1)
  if (!isContainer(parent) || last === undefined) return
  if (!Array.isArray(parent)) parent.delete(String(last))
  else if (typeof last === 'number' && last < parent.length) parent.splice(last, 1)
}

function walk(root: Container, path: readonly Step[]): Json | undefined {
  let value: Json | undefined = root
  for (const step of path) value = isContainer(value) ? get(value, step) : undefined
  return value
}

function set(root: Container, path: readonly Step[], value: Json, create: boolean): void {
  let container = root
  for (const [i, step] of path.slice(0, -1).entries()) {
    let next = get(container, step)
    if (next === undefined || next === 'null') {
      if (!create) return
      next = typeof path[i + 1] === 'number' ? [] : new Map<string, Json>()
      put(container, step, next)
    }
    if (!isContainer(next)) return
    container = next
  }
  const last = path.at(-1)!
  if (create || get(container, last) !== undefined) put(container, last, value)
}

/** Returns the array at a path. A null becomes an empty array. */
function arrayAt(root: Container, path: readonly Step[]): Json[] | undefined {
  const found = walk(root, path)
  if (Array.isArray(found)) return found
  if (found !== 'null') return undefined
  const parent = walk(root, path.slice(0, -1)) ?? root
  const created: Json[] = []
  if (isContainer(parent)) put(parent, path.at(-1)!, created)
  return created
}

function each(value: Json, spread: boolean): Json[] {
  return Array.isArray(value) && spread ? value : [value]
}

function append(root: Container, path: readonly Step[], value: Json, spread: boolean): void {
  arrayAt(root, path)?.push(...each(value, spread))
}

function insert(root: Container, path: readonly Step[], value: Json, spread: boolean): void {
  const index = path.at(-1)
  const array = arrayAt(root, path.slice(0, -1))
  if (!array || typeof index !== 'number') return
  while (array.length < index) array.push('null')
  array.splice(index, 0, ...each(value, spread))
}
