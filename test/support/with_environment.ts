/** Test support: sets environment variables temporarily, for code such as the official clients that reads them. */

/** Sets the variables. Returns the function that restores them. */
export function lendEnvironment(env: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, env)
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}
