/** Console: decides what a save may do to a connection: not take over another one, not follow a version that the caller has not seen, and not
 * change what its address serves. Pure. */
import { compareVersions } from '../../schemas/definition.ts'
import { majorOf, servedVersion } from '../../schemas/force.ts'
import { translationProblems } from '../../schemas/translation.ts'
import { StatusError } from '../serving/answer.ts'
import type { SaveRequest } from './definition_request.ts'
import type { DefinitionKind, KnownVersions, SavedDefinition, VersionKind } from './definition_queries.ts'

/** A row of `definitions`. */
export interface SavedRow {
  kind: DefinitionKind
  name: string
  version: string
  created_at: string
  created_by: string
  /** JSON. */
  definition?: string
}

const nouns = { event: 'event type', extension: 'extension', translation: 'connection' } as const

/** Throws ALREADY_EXISTS if the caller expects other versions than there are. Returns what the save must find unchanged when it is written. */
export function checkExpectation(
  { event, extension, translation, expects }: SaveRequest,
  versions: readonly SavedRow[],
): KnownVersions | undefined {
  if (!expects) return undefined
  const kind = translation ? 'translation' : event ? 'event' : 'extension'
  const { name } = (translation ?? event ?? extension)!
  const rows = versions.filter((row) => row.kind === kind)
  const latest = latestVersion(versions, kind)
  if (latest?.version === expects.latest || (!latest && expects.latest === null))
    return { kind, rows: rows.length }
  throw latest ? changed(kind, latest, expects.latest) : unknown(kind, name, expects.latest!)
}

function changed(kind: keyof typeof nouns, latest: SavedRow, expected: string | null): StatusError {
  const { name, version, created_by: by, created_at: at } = latest
  const saved = `its version ${version} was saved by ${by} at ${at}`
  return conflict(
    expected === null
      ? `The name ${name} is taken by another ${nouns[kind]}: ${saved}. Choose another name, or save a new version of that ${nouns[kind]}.`
      : `The ${nouns[kind]} ${name} has changed: ${saved}, and yours follows ${expected}. Load the saved versions again.`,
    expected === null ? 'NAME_TAKEN' : 'VERSION_CHANGED',
    { kind, name, version, created_by: by, created_at: at },
  )
}

function unknown(kind: keyof typeof nouns, name: string, expected: string): StatusError {
  return conflict(
    `The ${nouns[kind]} ${name} has no version, and yours follows ${expected}. Load the saved versions again.`,
    'VERSION_CHANGED',
    { kind, name },
  )
}

export function conflict(
  message: string,
  reason: string,
  metadata: Readonly<Record<string, string>>,
): StatusError {
  return new StatusError('ALREADY_EXISTS', message, {
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'sluice', metadata }],
  })
}

/** Returns the version that a save is compared with: the highest one. Of a translation, the highest with the same major version if there is
 * one: what is in force can be repaired while a later major version is not in force. */
export function precedingVersion(
  save: SaveRequest,
  versions: readonly SavedRow[],
  kind: VersionKind,
): SavedRow | undefined {
  const major = kind === 'translation' ? majorOf(save.translation!.version) : undefined
  const ofMajor = versions.filter(({ version }) => majorOf(version) === major)
  return latestVersion(ofMajor, kind) ?? latestVersion(versions, kind)
}

export function latestVersion(rows: readonly SavedRow[], kind: VersionKind): SavedRow | undefined {
  return rows.filter((row) => row.kind === kind).toSorted((a, b) => compareVersions(b.version, a.version))[0]
}

/** Returns the row that keeps the address of a connection as it is, if another major version is saved and no row says what is in force. */
export function forceToKeep(
  { translation }: SaveRequest,
  versions: readonly SavedRow[],
): SavedDefinition['force'] {
  if (!translation || versions.some(({ kind }) => kind === 'force')) return undefined
  const valid = versions.filter(
    ({ kind, definition = '' }) => kind === 'translation' && isTranslation(definition),
  )
  const served = servedVersion(
    valid.map(({ version }) => version),
    undefined,
  )
  if (served === undefined || majorOf(served) === majorOf(translation.version)) return undefined
  const major = majorOf(served)
  return { name: translation.name, version: String(major), major, reason: '' }
}

function isTranslation(text: string): boolean {
  try {
    return translationProblems(JSON.parse(text)).length === 0
  } catch {
    return false
  }
}
