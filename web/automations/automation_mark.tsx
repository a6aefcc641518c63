/** Automations: marks the state of a sync, an action or a run: a glyph, a word and a color. */

/** State → glyph, word and tone. */
const marks = {
  live: ['✓', 'Live', 'good'],
  shadow: ['⊘', 'Shadow', 'plain'],
  draft: ['–', 'Draft', 'plain'],
  paused: ['‖', 'Paused', 'warn'],
  undefined: ['✕', 'Not defined', 'bad'],
  never: ['·', 'Never run', 'plain'],
  requested: ['◷', 'Requested', 'plain'],
  waiting: ['◷', 'Waiting', 'plain'],
  running: ['◷', 'Running', 'plain'],
  settling: ['◷', 'Settling', 'plain'],
  finished: ['✓', 'Finished', 'good'],
  blocked: ['✕', 'Blocked', 'bad'],
  failed: ['✕', 'Failed', 'bad'],
  cancelled: ['–', 'Cancelled', 'warn'],
} as const

export type MarkedState = keyof typeof marks

export function AutomationMark({ state }: { state: MarkedState }) {
  const [glyph, word, tone] = marks[state]
  return (
    <span class={`mark ${tone}`}>
      <span aria-hidden="true">{glyph}</span> {word}
    </span>
  )
}
