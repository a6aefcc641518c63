/** Command line: `sluice locks` compares the program with the committed locks of infra/locks. */
import type { Command } from 'commander'
import { exitCodes } from '../terminal/exit_codes.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

export function addLocks(program: Command): void {
  const command = program
    .command('locks')
    .description(
      'Checks that the program deletes or replaces nothing that holds data, and that changed event types have the version that the change needs.',
    )
    .option('--write', 'write infra/locks, if there is nothing to correct')
    .action(async ({ write = false }: { write?: boolean }, self: Command) => {
      const [{ documentedStack, drawnGraph }, { lockFaults, locksOf, readLocks, writeLocks }] =
        await Promise.all([import('../inspect/drawn_graph.ts'), import('../inspect/locks.ts')])
      const { result } = outputOf(self)
      const graph = await drawnGraph(documentedStack)
      const faults = lockFaults(await readLocks(), graph)
      if (faults.length > 0) {
        process.exitCode = exitCodes.negative
        return result({ faults, written: [] }, faults)
      }
      const written = write ? await writeLocks(locksOf(graph)) : []
      result(
        { faults, written },
        write
          ? 'infra/locks is up to date. Commit it with the change.'
          : 'Nothing that holds data would be deleted or replaced, and every definition has its version.',
      )
    })
  addExamples(
    command,
    ['npx sluice locks', 'npx sluice locks --write'],
    [
      'It exits with 1, and a line for each resource or event type, if data would be lost or a version is not raised.',
    ],
  )
}
