/** Console: the module that `infra/build/index.ts` makes from web/ and page.ts imports. */
declare module 'sluice:web' {
  /** The HTML document; `{{session}}` is replaced by the sign-in settings. */
  export const document: string
  /** Script and style sheet by name, which contains a hash of their content; `gzip` is base64. */
  export const files: Readonly<Record<string, { type: string; gzip: string }>>
}
