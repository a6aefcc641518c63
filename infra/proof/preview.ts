/** Proof: reads the output of `pulumi preview --json`. Pure.
 * https://github.com/pulumi/pulumi/blob/master/pkg/backend/display/json.go (PreviewDigest) */

/** A resource in Pulumi's state. Secrets are `[secret]`. */
export interface State {
  type?: string
  inputs?: Readonly<Record<string, unknown>>
}

/** One planned operation; a replacement takes up to three steps of one URN. */
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
  /** Lines of the error messages that the CLI would have printed. */
  errors: readonly string[]
  /** As `errors`, of the warnings. */
  warnings: readonly string[]
}

export type ResourceChange = 'create' | 'update' | 'delete' | 'replace'

/** The planned change of one resource. */
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

/** Parses the output. Throws if the text is not JSON. */
export function readPreview(text: string): Preview {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new Error(
      `Expected the output of "pulumi preview --json" on standard input, got ${JSON.stringify(text.slice(0, 60))}.`,
    )
  }
  const { steps = [], diagnostics = [] } = document as {
    steps?: readonly PreviewStep[] | null
    diagnostics?: readonly { severity?: string; message?: string }[] | null
  }
  // A message of the program has a line for each problem.
  const linesOf = (kind: string): readonly string[] =>
    (diagnostics ?? []).flatMap(({ severity, message = '' }) =>
      severity === kind ? message.trim().split('\n') : [],
    )
  return { steps: steps ?? [], errors: linesOf('error'), warnings: linesOf('warning') }
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

/** Returns the resources that change, once each, without components and Pulumi's own resources. */
export function changed({ steps }: Preview): readonly Changed[] {
  const byUrn = new Map<string, Changed>()
  for (const { op, urn, oldState, newState, diffReasons, replaceReasons } of steps) {
    const change = changes[op]
    const [, , path = '', name = ''] = urn.split('::')
    const type = path.split('$').at(-1) ?? ''
    if (change === undefined || !type.startsWith('gcp:')) continue
    const earlier = byUrn.get(urn)
    byUrn.set(urn, {
      change: earlier?.change === 'replace' ? 'replace' : change,
      type,
      kind: type.split(':').at(-1) ?? '',
      name,
      before: oldState?.inputs ?? earlier?.before ?? {},
      after: newState?.inputs ?? earlier?.after ?? {},
      reasons: replaceReasons?.length ? replaceReasons : (earlier?.reasons ?? diffReasons ?? []),
    })
  }
  return [...byUrn.values()]
}
