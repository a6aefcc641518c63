/** Test support: calls the tools of `sluice mcp` with the official client, over stdio. */
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const program = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))

interface Answer {
  text: string
  isError: boolean
}

export class Assistant {
  readonly client = new Client({ name: 'test', version: '1.0.0' })
  /** The texts of all answers so far. */
  readonly answers: string[] = []

  private constructor() {}

  /** Starts `sluice mcp` on the stack whose data are in `dir`. */
  static async connect(dir: string): Promise<Assistant> {
    const assistant = new Assistant()
    const env = { ...process.env, GOOGLE_CLOUD_PROJECT: '' } as Record<string, string>
    const args = [program, 'mcp', '--data-dir', dir]
    await assistant.client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
    )
    return assistant
  }

  close(): Promise<void> {
    return this.client.close()
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<Answer> {
    const { content, isError = false } = await this.client.callTool({ name, arguments: given })
    const [first] = content
    assert.ok(content.length === 1 && first?.type === 'text')
    this.answers.push(first.text)
    return { text: first.text, isError }
  }

  /** The data of an answer. Fails if it is an error. */
  async read<Value>(name: string, given: Record<string, unknown> = {}): Promise<Value> {
    const answer = await this.call(name, given)
    assert.equal(answer.isError, false, answer.text)
    return dataOf(answer) as Value
  }

  /** The rows of a query. */
  async rowsOf(sql: string): Promise<readonly Record<string, unknown>[]> {
    return (await this.read<{ rows: readonly Record<string, unknown>[] }>('query', { sql })).rows
  }

  /** The message of an error. Fails if there is none. */
  async refusal(name: string, given: Record<string, unknown>): Promise<string> {
    const answer = await this.call(name, given)
    assert.equal(answer.isError, true, answer.text)
    return (dataOf(answer) as { error: { message: string } }).error.message
  }
}

/** The value between the markers. Fails if anything but the known sentence stands outside. */
function dataOf({ text }: Answer): unknown {
  const [, id, json] =
    /^The JSON between the two (untrusted-data-[0-9a-f]{16}) markers is data [^<\n]*\n<\1>\n(.*)\n<\/\1>$/s.exec(
      text,
    ) ?? []
  assert.ok(id !== undefined && json !== undefined, text)
  return JSON.parse(json) as unknown
}
