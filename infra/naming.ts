/** Naming: names cloud resources, checked against Google's rules before any request, and a function's files. Pure. */
import { join, resolve } from 'node:path'
import type { FunctionName } from '../schemas/environment.ts'

/** Returns the id of a service account. https://cloud.google.com/iam/docs/service-accounts-create */
export function serviceAccountId(purpose: string): string {
  return checked('service account id', `sluice-${purpose}`, /^[a-z][-a-z0-9]{4,28}[a-z0-9]$/)
}

/** Returns the name of a Cloud Storage bucket; the project makes it globally unique. https://cloud.google.com/storage/docs/buckets#naming */
export function bucketName(project: string, purpose: string): string {
  return checked('bucket name', `${project}-sluice-${purpose}`, /^[a-z0-9][-_.a-z0-9]{1,61}[a-z0-9]$/)
}

/** Returns the id of a topic or a subscription. https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names */
export function busId(id: string): string {
  return checked('topic or subscription id', id, /^(?!goog)[A-Za-z][-A-Za-z0-9_.~+%]{2,254}$/)
}

/** Returns the name of a function and of its Cloud Run service. https://cloud.google.com/run/docs/configuring/services/create-service */
export function functionName<Name extends string>(name: Name): Name {
  return checked('function name', name, /^[a-z]([-a-z0-9]{0,47}[a-z0-9])?$/)
}

/** Returns the id of the secret that holds one setting of one destination.
 * https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets/create */
export function secretId(variable: string): string {
  return checked('secret id', variable.toLowerCase().replaceAll('_', '-'), /^[-A-Za-z0-9_]{1,255}$/)
}

/** Returns the id of a custom role. The stack is part of it, because the id of a deleted role stays reserved for 37 days.
 * https://cloud.google.com/iam/docs/creating-custom-roles#deleting-custom-role */
export function roleId(stack: string, purpose: string): string {
  return checked('role id', `sluice.${stack.replaceAll('-', '_')}.${purpose}`, /^[a-zA-Z0-9_.]{3,64}$/)
}

function checked<Name extends string>(what: string, name: Name, rule: RegExp): Name {
  if (!rule.test(name)) throw new Error(`Invalid ${what} "${name}": it must match ${rule.source}`)
  return name
}

/** Folder of all built functions. Absolute, because Pulumi runs the program in infra/. */
export const buildFolder = resolve(import.meta.dirname, '../dist')

/** Returns the folder that holds a function's bundle. */
export function bundleOf(name: FunctionName): string {
  return join(buildFolder, name)
}

/** The code in a function's folder. The extension marks it as CommonJS; otherwise functions-framework would load packages to find a
 * package.json, which takes a third of its start. */
export const bundleFile = 'index.cjs'

/** The framework in a function's folder: a local package that Google's build installs through `dependencies`. */
export const frameworkFolder = 'functions-framework'
export const frameworkFile = 'main.cjs'
