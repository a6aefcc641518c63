/** Destinations: marks the state of a destination: a glyph, a word and a color. */
import { states, type StateName } from './attempts.ts'

export function StateMark({ state }: { state: StateName }) {
  const [glyph, word, tone] = states[state]
  return (
    <span class={`mark ${tone}`}>
      <span aria-hidden="true">{glyph}</span> {word}
    </span>
  )
}
