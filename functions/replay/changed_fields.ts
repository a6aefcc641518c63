/** Replay: names the members in which two JSON values differ, never their values. Pure. */

/** What a field may be named to be shown. A member that a producer named could be an address. */
const shownName = /^[A-Za-z_$][\w$-]{0,63}$/

/** Stands for a name that is not shown. */
const hiddenName = '*'

/** Returns the paths of the members that differ, sorted: `items[].price`. */
export function changedPaths(before: unknown, after: unknown): readonly string[] {
  const paths = new Set<string>()
  collect(before, after, '', paths)
  return [...paths].toSorted()
}

/** Returns the path of a field without the names that may be data of a producer: `extra.*`. */
export function shownPath(path: string): string {
  return path
    .replaceAll(/\[\d*\]/g, '[]')
    .split('.')
    .map((name) => (shownName.test(name.replaceAll('[]', '')) ? name : hiddenName))
    .join('.')
}

function collect(before: unknown, after: unknown, path: string, paths: Set<string>): void {
  if (Object.is(before, after)) return
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) paths.add(shownPath(path))
    else for (const [index, each] of before.entries()) collect(each, after[index], `${path}[]`, paths)
    return
  }
  if (!isObject(before) || !isObject(after)) {
    paths.add(path === '' ? hiddenName : shownPath(path))
    return
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // A name with a dot is not two names.
    const shown = shownName.test(name) ? name : hiddenName
    collect(before[name], after[name], path === '' ? shown : `${path}.${shown}`, paths)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
