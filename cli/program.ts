/** Command line: the command `sluice` with all its verbs. A verb loads what it needs when it runs. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addAudit } from './commands/audit.ts'
import { addBacktest } from './commands/backtest.ts'
import { addCancel } from './commands/cancel.ts'
import { addCheck } from './commands/check.ts'
import { addCompact } from './commands/compact.ts'
import { addCost } from './commands/cost.ts'
import { addDemo } from './commands/demo.ts'
import { addDoctor } from './commands/doctor.ts'
import { addErase } from './commands/erase.ts'
import { addExplain } from './commands/explain.ts'
import { addGraph } from './commands/graph.ts'
import { addHealth } from './commands/health.ts'
import { addLocks } from './commands/locks.ts'
import { addMcp } from './commands/mcp.ts'
import { addPause } from './commands/pause.ts'
import { addPeople } from './commands/people.ts'
import { addPixel } from './commands/pixel.ts'
import { addPlan } from './commands/plan.ts'
import { addReconcile } from './commands/reconcile.ts'
import { addReplay } from './commands/replay.ts'
import { addReprocess } from './commands/reprocess.ts'
import { addRequeue } from './commands/requeue.ts'
import { addResume } from './commands/resume.ts'
import { addRuns } from './commands/runs.ts'
import { addSearch } from './commands/search.ts'
import { addSend } from './commands/send.ts'
import { addSignUrl } from './commands/sign_url.ts'
import { addStart } from './commands/start.ts'
import { addSync } from './commands/sync.ts'
import { addTail } from './commands/tail.ts'
import { addToken } from './commands/token.ts'
import { addTypes } from './commands/types.ts'
import { exitCodeMeanings } from './terminal/exit_codes.ts'

/** Title of a group in `sluice --help` → its verbs. */
const groups: Readonly<Record<string, readonly ((program: Command) => void)[]>> = {
  'Try it:': [addStart, addDemo, addSend, addTypes, addToken],
  'Look into events:': [addSearch, addExplain, addTail],
  'Deploy:': [addCheck, addPlan, addCost, addGraph, addLocks, addDoctor],
  'Operate destinations:': [addPause, addResume, addRequeue],
  'Work with stored events:': [
    addReplay,
    addReprocess,
    addSync,
    addBacktest,
    addErase,
    addHealth,
    addPeople,
    addReconcile,
    addRuns,
    addCancel,
    addAudit,
  ],
  'Other:': [addMcp, addSignUrl, addPixel, addCompact],
}

const notes = `
Examples:
  npx sluice start
  npx sluice send view_content '{"user_id":"u-1815"}'
  npx sluice doctor --project acme-events-prod
  npx sluice help replay

Environment:
  A command works on the project of --project or GOOGLE_CLOUD_PROJECT. If neither is set, it uses the local stack that is running here.
  In the cloud it has your own rights: gcloud auth application-default login.

Output:
  The result goes to stdout, progress and messages to stderr. With --json the result is one JSON document.
  An error is then {"error": {"code", "message", "status"}} on stdout, as the APIs of Google answer it.

Exit codes:
${Object.entries(exitCodeMeanings)
  .map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`)
  .join('\n')}`

/** Errors of parsing are thrown as CommanderError; nothing is printed for them. */
export function createProgram(): Command {
  const program = new Command('sluice')
    .description('Runs, changes and operates Sluice, on this machine or on Google Cloud.')
    .usage('<verb> [options]')
    .version(versionOfPackage(), '--version', 'print the version')
    .option('--json', 'print the result as one JSON document')
    .option('--debug', 'print stack traces')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [verb]', 'print the help of a verb')
    .configureHelp({ showGlobalOptions: true, commandUsage: usageOf, subcommandTerm: termOf })
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .addHelpText('after', notes)
  for (const [title, verbs] of Object.entries(groups)) {
    program.commandsGroup(title)
    for (const add of verbs) add(program)
  }
  return program
}

/** `sluice replay [options]` as people type it. */
function usageOf(command: Command): string {
  const path = command.parent ? `${command.parent.name()} ${command.name()}` : command.name()
  return `npx ${path} ${command.usage()}`
}

/** `pause <destination>`, without `[options]`, which every verb takes. */
function termOf(command: Command): string {
  const names = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '…' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [command.name(), ...names].join(' ')
}

function versionOfPackage(): string {
  const text = readFileSync(new URL('package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
