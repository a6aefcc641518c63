/** Storage tests, corpus of awkward events: all cases. */
import type { Awkward } from './awkward.ts'
import { awkwardContext } from './awkward_context.ts'
import { awkwardKeys } from './awkward_keys.ts'
import { awkwardNumbers } from './awkward_numbers.ts'
import { awkwardShapes } from './awkward_shapes.ts'
import { awkwardTexts } from './awkward_texts.ts'

export const corpus: readonly Awkward[] = [
  ...awkwardTexts,
  ...awkwardKeys,
  ...awkwardNumbers,
  ...awkwardShapes,
  ...awkwardContext,
]
