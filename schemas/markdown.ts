/** Documentation: writes Markdown. */

/** `` `a`, `b` `` */
export function code(names: Iterable<string>): string {
  return [...names].map((name) => `\`${name}\``).join(', ')
}

/** Returns a table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

/** `a, b and c` */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(parts).replace(', and ', ' and ')
}
