/** Command line: type of a tool that an assistant can call. */
import type { Static, TObject } from 'typebox'
import type { CommandEnvironment } from '../environment/command_environment.ts'
import type { ConsoleApi } from '../environment/console_api.ts'

/** What tools work on, with the rights of the person who runs the command. */
export interface Access {
  environment: CommandEnvironment
  console: () => Promise<ConsoleApi>
}

export interface Tool<Input extends TObject = TObject> {
  name: string
  title: string
  /** For the assistant: what it answers, and when to call it. */
  description: string
  input: Input
  /** True if the answer is the caller's own input and texts of this repository: nothing that a producer or third party wrote. */
  isOwnText?: boolean
  /** Throws a CliError. */
  run: (input: Static<Input>, access: Access) => Promise<unknown>
}

/** Infers the type of the input for `run`, and returns the tool without it, for the list of tools. The server checks the input before. */
export function defineTool<Input extends TObject>(tool: Tool<Input>): Tool {
  return tool
}
