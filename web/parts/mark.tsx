/** Console: marks what became of an event at a destination: a glyph, a word and a color, so that none of them is needed alone. */

/** Outcome → glyph, word and tone. Restricted is gray: the owner wanted it. */
const marks = {
  delivered: ['✓', 'delivered', 'good'],
  waiting: ['◷', 'waiting', 'plain'],
  deferred: ['◷', 'waiting', 'warn'],
  held: ['‖', 'held', 'warn'],
  refused: ['✕', 'refused', 'bad'],
  dead: ['△', 'dead', 'bad'],
  skipped: ['–', 'skipped', 'warn'],
  restricted: ['⊘', 'restricted', 'plain'],
} as const

export function Mark({ outcome, children }: { outcome: string; children?: string | undefined }) {
  const [glyph, word, tone] = marks[outcome as keyof typeof marks] ?? ['·', outcome, 'plain']
  return (
    <span class={`mark ${tone}`}>
      <span aria-hidden="true">{glyph}</span> {children ?? word}
    </span>
  )
}
