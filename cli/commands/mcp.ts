/** Command line: `sluice mcp` serves tools for an assistant on stdin and stdout (docs/assistants.md). */
import type { Command } from 'commander'
import { addEnvironmentOptions, type EnvironmentOptions } from '../environment/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

export function addMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description(
      'Serves read-only tools for an assistant, by the Model Context Protocol on stdin and stdout.',
    )
    .action(async (options: EnvironmentOptions, self: Command) => {
      const [{ serveStdio }, { createServer }, { openEnvironment }, { consoleApi }] = await Promise.all([
        import('@modelcontextprotocol/server/stdio'),
        import('../assistant/server.ts'),
        import('../environment/environment.ts'),
        import('../environment/console_api.ts'),
      ])
      const opened = await openEnvironment(options, outputOf(self).note)
      // Reading is all that the tools do. On the local stack, the account has the rights of an analyst, and no others.
      const environment = { ...opened, authorization: () => opened.authorization('analyst') }
      const access = { environment, console: () => consoleApi(environment, undefined) }
      const version = self.parent?.version() ?? ''
      serveStdio(() => createServer(access, version), {
        onerror: (error) => process.stderr.write(`${error.message}\n`),
      })
    })
  addExamples(
    addEnvironmentOptions(command),
    ['npx sluice mcp', 'npx sluice mcp --project acme-events-prod'],
    [
      'An assistant starts this command by itself: docs/assistants.md has the settings of the common ones.',
      'Its tools have your rights, read one environment, and change nothing.',
    ],
  )
}
