/** Proof: what `pulumi preview --json` prints. Pure.
 * https://github.com/pulumi/pulumi/blob/master/pkg/backend/display/json.go (PreviewDigest) */

/** A resource as Pulumi's state has it. Secrets read `[secret]`. */
export interface State {
  type?: string
  inputs?: Readonly<Record<string, unknown>>
}

/** What would be done to one resource; a replacement is up to three steps of one URN. */
export interface PreviewStep {
  /** create, update, delete, replace, create-replacement, delete-replaced, same, read, refresh, … */
  op: string
  urn: string
  oldState?: State
  newState?: State
  /** Inputs that differ. */
  diffReasons?: readonly string[] | null
  /** Inputs that cannot be changed in place. */
  replaceReasons?: readonly string[] | null
}

export interface Preview {
  steps: readonly PreviewStep[]
  /** What the CLI would have printed of kind error, line by line. */
  errors: readonly string[]
}

export type ResourceChange = 'create' | 'update' | 'delete' | 'replace'

/** What becomes of one resource. */
export interface Changed {
  change: ResourceChange
  /** `gcp:pubsub/topic:Topic` */
  type: string
  /** `Topic` */
  kind: string
  name: string
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  reasons: readonly string[]
}

/** Throws when the text is not what the command prints. */
export function readPreview(text: string): Preview {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new Error(
      `Expected what "pulumi preview --json" prints, got ${JSON.stringify(text.slice(0, 60))}. Give it on standard input.`,
    )
  }
  const { steps = [], diagnostics = [] } = document as {
    steps?: readonly PreviewStep[] | null
    diagnostics?: readonly { severity?: string; message?: string }[] | null
  }
  return {
    steps: steps ?? [],
    // A message of the program has a line for each fault.
    errors: (diagnostics ?? []).flatMap(({ severity, message = '' }) =>
      severity === 'error' ? message.trim().split('\n') : [],
    ),
  }
}

const changes: Readonly<Record<string, ResourceChange>> = {
  create: 'create',
  import: 'create',
  update: 'update',
  delete: 'delete',
  replace: 'replace',
  'create-replacement': 'replace',
  'delete-replaced': 'replace',
}

/** The resources that change, once each; components and Pulumi's own are none. */
export function changed({ steps }: Preview): readonly Changed[] {
  const byUrn = new Map<string, Changed>()
  for (const { op, urn, oldState, newState, diffReasons, replaceReasons } of steps) {
    const change = changes[op]
    const [, , path = '', name = ''] = urn.split('::')
    const type = path.split('$').at(-1) ?? ''
    if (change === undefined || !type.startsWith('gcp:')) continue
    const known = byUrn.get(urn)
    byUrn.set(urn, {
      change: known?.change === 'replace' ? 'replace' : change,
      type,
      kind: type.split(':').at(-1) ?? '',
      name,
      before: oldState?.inputs ?? known?.before ?? {},
      after: newState?.inputs ?? known?.after ?? {},
      reasons: replaceReasons?.length ? replaceReasons : (known?.reasons ?? diffReasons ?? []),
    })
  }
  return [...byUrn.values()]
}
