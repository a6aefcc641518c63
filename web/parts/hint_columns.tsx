/** Hints: the columns of a table of them, for an event and for an event type. */
import { hintKinds, type HintKind } from '../../schemas/warehouse/hints.ts'

/** A hint of a row of `events`. */
interface ShownHint {
  field: string
  kind: string
  did_you_mean: string
}

export const hintColumns = [
  { title: 'Field', cell: ({ field }: ShownHint) => <code>{field}</code> },
  { title: 'Did you mean', cell: ({ did_you_mean: name }: ShownHint) => <code>{name}</code> },
  { title: 'What it means', cell: ({ kind }: ShownHint) => hintKinds[kind as HintKind] ?? kind },
] as const
