/** Settings: what each setting alone allows but all of them together do not. Pure. */
import { secretVariable } from '../../schemas/destination.ts'
import { publicPart } from './destination.ts'
import type { PlainSettings } from './schema.ts'

/** Cloud Run takes 32 KiB in an environment variable; 1 KiB of it is left to spare. https://cloud.google.com/run/quotas#environment_variables */
const destinationsBytes = 31 * 1024

/** Why an environment with these settings cannot be, a line each. Settings that are not sound are left out. */
export function conflicts(
  namespace: string,
  settings: PlainSettings,
  isSound: (path: string) => boolean,
): readonly string[] {
  const areSound = (...keys: string[]): boolean => keys.every((key) => isSound(`${namespace}:${key}`))
  return [
    ...(areSound('delivery') ? backoffConflicts(namespace, settings) : []),
    ...(areSound('instances') ? instanceConflicts(namespace, settings) : []),
    ...(areSound('encryption', 'region', 'location') ? keyConflicts(namespace, settings) : []),
    ...(areSound('destinations')
      ? [...tooLarge(namespace, settings), ...sharedVariables(namespace, settings)]
      : []),
  ]
}

function backoffConflicts(namespace: string, { delivery }: PlainSettings): readonly string[] {
  const { minimumBackoff, maximumBackoff } = delivery
  if (seconds(minimumBackoff) <= seconds(maximumBackoff)) return []
  return [
    `${namespace}:delivery.minimumBackoff must not be longer than maximumBackoff, got ${minimumBackoff} and ${maximumBackoff}`,
  ]
}

function instanceConflicts(namespace: string, { instances: { min, max } }: PlainSettings): readonly string[] {
  return min <= max ? [] : [`${namespace}:instances.min must not be greater than max, got ${min} and ${max}`]
}

/** Everything that a key encrypts lies where the key lies. https://cloud.google.com/kms/docs/cmek#cmek_integrations */
function keyConflicts(namespace: string, { region, location, encryption }: PlainSettings): readonly string[] {
  const keyLocation = encryption?.key.split('/')[3]
  if (keyLocation === undefined || (keyLocation === region && keyLocation === location)) return []
  return [
    `${namespace}:encryption.key lies in ${keyLocation}, but one key encrypts only what lies where it lies: ` +
      `${namespace}:region is ${region} and ${namespace}:location is ${location}. Make all three the same region`,
  ]
}

/** What functions are told of the destinations is one environment variable. */
function tooLarge(namespace: string, { destinations }: PlainSettings): readonly string[] {
  const sizes = Object.entries(destinations).map(([id, setting]) => ({
    id,
    bytes: Buffer.byteLength(JSON.stringify(publicPart(id, setting))) + 1,
  }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 1)
  if (total <= destinationsBytes) return []
  const largest = sizes
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 3)
    .map(({ id, bytes }) => `${id} (${bytes})`)
  return [
    `${namespace}:destinations are ${total} bytes as JSON without secrets, but an environment variable of Cloud Run has room for ` +
      `${destinationsBytes}. The largest are ${largest.join(', ')}. Move what a linkage says for every environment into the target's ` +
      'own, shorten rules, or run some of the destinations in an environment of their own',
  ]
}

/** Secrets of two destinations that one environment variable would have to hold. */
function sharedVariables(namespace: string, { destinations }: PlainSettings): readonly string[] {
  const owners = new Map<string, string>()
  return Object.entries(destinations).flatMap(([id, { secrets = {} }]) =>
    Object.keys(secrets).flatMap((name) => {
      const variable = secretVariable(id, name)
      const path = `${namespace}:destinations.${id}.secrets.${name}`
      const owner = owners.get(variable)
      owners.set(variable, path)
      return owner === undefined
        ? []
        : [`${path} and ${owner} would share the variable ${variable}; rename one destination`]
    }),
  )
}

function seconds(duration: string): number {
  return Number(duration.slice(0, -1))
}
