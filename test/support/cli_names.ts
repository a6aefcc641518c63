/** Tests: the verbs and options of `npx sluice` that a text names and the command line does not have. */
import type { Command } from 'commander'

/** One sentence for each; empty when all exist. */
export function unknownCommands(text: string, program: Command): readonly string[] {
  const lines = text.replaceAll(/\\\n\s*/g, ' ')
  return [...lines.matchAll(/\bnpx sluice ([^\n`|#]*)/g)].flatMap(([, words = '']) =>
    faultsOf(words, program),
  )
}

function faultsOf(words: string, program: Command): readonly string[] {
  const [verb = ''] = /^[a-z][a-z-]*/.exec(words) ?? []
  const command = program.commands.find((each) => each.name() === verb)
  if (verb !== '' && verb !== 'help' && !command) return [`"npx sluice ${verb}" is not a command`]
  // What follows -- belongs to another program.
  const [own = ''] = words.split(' -- ')
  const known = [...program.options, ...(command?.options ?? [])].map(({ long }) => long)
  return [...own.matchAll(/(?<=^|\s)--[a-z][a-z-]*/g)]
    .filter(([option]) => option !== '--help' && !known.includes(option))
    .map(([option]) => `"npx sluice ${verb}" has no option ${option}`)
}
