/** Events: addresses of the events of a person. */

/** Link to the events of a person. What identifies the person stands after `#`. */
export function personLink(person: string): string {
  return `/console/events?range=7d#${new URLSearchParams({ person }).toString()}`
}
