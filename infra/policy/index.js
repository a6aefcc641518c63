// The SDK compiles any TypeScript that it starts by itself, with a compiler of its own; what this file imports, Node strips.
import './pack.ts'
