/** Test support: tables of a README that a program writes between two comments. */

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

/** Replaces the text between two comments, which name the table and the command that writes it. */
export function withTable(readme: string, name: string, command: string, text: string): string {
  const [start, end] = [`<!-- ${name}: written by \`${command}\` -->`, `<!-- end of ${name} -->`]
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the README has no place for ${name}: "${start}" and "${end}"`)
  return `${readme.slice(0, from + start.length)}\n\n${text}\n\n${readme.slice(to)}`
}
