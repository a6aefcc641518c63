/** Request targets: reads what a client sends as a path, without throwing, whatever it is. https://www.rfc-editor.org/rfc/rfc9112#name-request-target */

export interface RequestTarget {
  /** The path as sent, still percent-encoded: `/v1/topics/events`. `*` for a request about the server itself. */
  path: string
  query: URLSearchParams
  /** The host in a target of absolute form, such as `GET http://example.com/ HTTP/1.1`. */
  authority: string | undefined
}

const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^]*)$/i

/** Returns the host in a target of absolute form. */
export function authorityOf(raw: string | undefined): string | undefined {
  return raw === undefined || raw.startsWith('/') ? undefined : absolute.exec(raw)?.[1]
}

/** Reads a raw target. `new URL` would throw for `//`, and would take the host from `//host/path`. */
export function requestTarget(raw: string | undefined): RequestTarget {
  const [, authority, rest] = absolute.exec(raw ?? '') ?? []
  const [withoutFragment = ''] = (rest ?? raw ?? '').split('#', 1)
  const mark = withoutFragment.indexOf('?')
  const path = mark < 0 ? withoutFragment : withoutFragment.slice(0, mark)
  return {
    path: path === '' ? '/' : path,
    query: new URLSearchParams(mark < 0 ? '' : withoutFragment.slice(mark)),
    authority,
  }
}

/** Decodes the percent-encoding of a path. Returns undefined if it is malformed, such as `/%zz`. */
export function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Returns the decoded segments of a path, without empty ones, or undefined if the encoding of one is malformed. */
export function pathSegments(path: string): string[] | undefined {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodedPath)
  return segments.every((segment) => segment !== undefined) ? segments : undefined
}
