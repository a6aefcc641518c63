/** Tests: lets the code under test see other environment variables for a while, as the official clients read them. */

/** Sets them; returns what puts back what was there. */
export function lendEnvironment(env: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, env)
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  }
}
