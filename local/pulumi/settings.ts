/** Local stack: reads the settings of a stack like the Pulumi CLI, and fills in variables that are known once the stack starts. */
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { secretKeys } from '../../infra/settings/parse.ts'
import { unknownSecret } from '../../infra/settings/webhooks.ts'

/** Configuration of a Pulumi program: `sluice:region` → text; lists, numbers and objects as JSON. */
interface StackFile {
  config: Readonly<Record<string, string>>
  secretKeys: readonly string[]
}

/**
 * Reads Pulumi.<stack>.yaml and replaces each `${name}` by the variable.
 * `readStackConfig('Pulumi.local.yaml', { thirdPartyUrl: 'http://127.0.0.1:8085' })`
 */
export async function readStackConfig(
  file: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<StackFile> {
  const document = parse(await readFile(file, 'utf8')) as { config?: Record<string, unknown> } | null
  const entries = Object.entries(document?.config ?? {}).map(([key, value]): [string, string] => {
    const filled = fill(value, variables, `${file}: ${key}`)
    return [key, typeof filled === 'string' ? filled : JSON.stringify(filled)]
  })
  const config = Object.fromEntries(entries)
  return { config, secretKeys: secretKeys.filter((key) => key in config) }
}

/** Reads Pulumi.<stack>.yaml without decrypting it and without a running stack: each secret and variable is a placeholder. */
export async function readEncryptedConfig(file: string): Promise<StackFile> {
  const { config, secretKeys } = await readStackConfig(file, { thirdPartyUrl: 'http://127.0.0.1:8083' })
  const decrypted = Object.entries(config).map(([key, text]): [string, string] => [
    key,
    text.replaceAll(/\{"secure":"[^"]*"\}/g, JSON.stringify(unknownSecret)),
  ])
  return { config: Object.fromEntries(decrypted), secretKeys }
}

function fill(value: unknown, variables: Readonly<Record<string, string>>, where: string): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
      const variable = variables[name]
      if (variable !== undefined) return variable
      throw new Error(
        `${where}: unknown variable \${${name}}. Expected: ${Object.keys(variables).join(', ') || 'none'}`,
      )
    })
  }
  if (Array.isArray(value)) return value.map((element) => fill(element, variables, where))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fill(member, variables, `${where}.${name}`)]),
  )
}
