/** Settings: checks settings against each other. Pure. */
import { secretVariable } from '../../schemas/destination.ts'
import { publicPart } from './destination.ts'
import type { PlainSettings } from './schema.ts'

/** Cloud Run's limit for an environment variable is 32 KiB; 1 KiB of it is reserve. https://cloud.google.com/run/quotas#environment_variables */
const destinationsBytes = 31 * 1024

/** Returns a line for each conflict between settings. Invalid settings are not compared. */
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
    ...(areSound('ordering', 'destinations') ? orderingConflicts(namespace, settings) : []),
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

/** A destination gets events in order only if they are stored in order. */
function orderingConflicts(namespace: string, { ordering, destinations }: PlainSettings): readonly string[] {
  const ordered = Object.entries(destinations).flatMap(([id, each]) => (each.ordered === true ? [id] : []))
  const path = `${namespace}:ordering`
  return [
    ...(ordering === undefined || ordering.until !== undefined
      ? ordered.map(
          (id) =>
            `${namespace}:destinations.${id}.ordered needs ${path} with a time \`from\` and without \`until\`: events are delivered in the order in ` +
            'which they are stored',
        )
      : []),
    ...(ordering?.until !== undefined && ordering.until <= ordering.from
      ? [`${path}.until must be later than from, got ${ordering.until} and ${ordering.from}`]
      : []),
    ...(ordering?.until !== undefined && ordering.drained
      ? [`${path}.until needs the plain store subscriptions: remove ${path}.drained first`]
      : []),
  ]
}

function instanceConflicts(namespace: string, { instances: { min, max } }: PlainSettings): readonly string[] {
  return min <= max ? [] : [`${namespace}:instances.min must not be greater than max, got ${min} and ${max}`]
}

/** A key only encrypts resources in its own location. https://cloud.google.com/kms/docs/cmek#cmek_integrations */
function keyConflicts(namespace: string, { region, location, encryption }: PlainSettings): readonly string[] {
  const keyLocation = encryption?.key.split('/')[3]
  if (keyLocation === undefined || (keyLocation === region && keyLocation === location)) return []
  return [
    `${namespace}:encryption.key is in ${keyLocation}, but a key encrypts only resources in its own location: ` +
      `${namespace}:region is ${region} and ${namespace}:location is ${location}. Make all three the same region`,
  ]
}

/** Checks the size of the destinations, which functions read from one environment variable. */
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
    `${namespace}:destinations are ${total} bytes as JSON without secrets, but an environment variable of Cloud Run holds at most ` +
      `${destinationsBytes}. The largest are ${largest.join(', ')}. Move links that every environment needs into the target, ` +
      'shorten rules, or move some destinations to an environment of their own',
  ]
}

/** Finds secrets of two destinations that would get the same environment variable. */
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
