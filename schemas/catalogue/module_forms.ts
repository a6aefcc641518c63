/** Catalogue: names the forms in which event types are written together. */
export const moduleForms = ['typescript', 'python', 'go', 'markdown'] as const

export type ModuleForm = (typeof moduleForms)[number]
