// JavaScript, because the SDK compiles a TypeScript entry point with a compiler of its own. Node itself strips the types of imported files.
import './pack.ts'
