/** Creator: keeps the lines of fields that are open. An open line stays in its group, so that the focus stays while a name is typed. */
import { signal } from '@preact/signals'
import type { Group } from './groups.ts'

/** Path → the group that the line was opened in. */
export const openedGroups = signal<Readonly<Record<string, Group>>>({})

export function openLine(path: string, group: Group): void {
  if (openedGroups.value[path] === undefined) openedGroups.value = { ...openedGroups.value, [path]: group }
}

export function closeLine(path: string): void {
  const { [path]: _, ...others } = openedGroups.value
  openedGroups.value = others
}
