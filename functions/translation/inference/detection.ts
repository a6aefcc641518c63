/** Inference: the result of format detection. */
import type { TranslationInput } from '../../../schemas/translation.ts'

/** The most likely format of a text, with the reason; or the problem with the text. */
export type Detection = { input: TranslationInput; why: string } | { problem: string }
