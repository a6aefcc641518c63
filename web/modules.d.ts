/** Console: style sheets are imported for the build to find them; they give nothing. */
declare module '*.css'
