/** Resource fields: selects the writable fields of a request's body. */

/** Returns the listed fields that the body sets. */
export function writable<T extends object, K extends keyof T & string>(
  body: T,
  names: readonly K[],
): Pick<T, K> {
  const given = names.filter((name) => body[name] !== undefined && body[name] !== null)
  return Object.fromEntries(given.map((name) => [name, body[name]])) as Pick<T, K>
}

/** Returns the listed fields that the body sets to null. */
export function removed<T extends object, K extends keyof T & string>(body: T, names: readonly K[]): K[] {
  return names.filter((name) => body[name] === null)
}
