/** Local stack: decodes Pulumi's encoding of secrets, outputs, assets and references in the inputs of a resource. Pure.
 * https://github.com/pulumi/pulumi/blob/master/developer-docs/architecture/types.md */
import { runtime } from '@pulumi/pulumi'

/** The decoded inputs of a resource. */
interface Decoded {
  value: Readonly<Record<string, unknown>>
  /** Paths of secrets, such as `secretData` or `pushConfig.oidcToken`. */
  secrets: readonly string[]
}

/** Decodes the inputs. A value that is not known yet, as in a preview, is left out. */
export function decode(inputs: Readonly<Record<string, unknown>>): Decoded {
  const secrets: string[] = []

  const members = (object: object, path: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(object)
        .map(([name, member]): [string, unknown] => [name, plain(member, path ? `${path}.${name}` : name)])
        .filter(([, member]) => member !== undefined),
    )

  const plain = (value: unknown, path: string): unknown => {
    if (value === runtime.unknownValue) return undefined
    if (Array.isArray(value)) return value.map((element, index) => plain(element, `${path}[${index}]`))
    if (!isRecord(value)) return value
    switch (value[runtime.specialSigKey]) {
      case runtime.specialSecretSig:
        secrets.push(path)
        return plain(value['value'], path)
      case runtime.specialOutputValueSig:
        if (value['secret'] === true) secrets.push(path)
        return plain(value['value'], path)
      case runtime.specialAssetSig:
        return { $asset: value['path'] ?? value['uri'] ?? { text: value['text'] } }
      case runtime.specialArchiveSig:
        return { $archive: value['path'] ?? value['uri'] ?? members(value['assets'] ?? {}, path) }
      case runtime.specialResourceSig:
        return { $resource: value['urn'] }
      default:
        return members(value, path)
    }
  }

  const value = members(inputs, '')
  return { value, secrets }
}

/** Marks the outputs that come from secret inputs as secret, so that values derived from them stay secret. */
export function markSecrets(
  outputs: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Record<string, unknown> {
  const names = new Set(secrets.map((path) => path.split(/[.[]/, 1)[0]))
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [
      name,
      names.has(name) ? { [runtime.specialSigKey]: runtime.specialSecretSig, value } : value,
    ]),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> & { assets?: object } {
  return typeof value === 'object' && value !== null
}
