/** Console: gets a token from Google Identity Services.
 * https://developers.google.com/identity/oauth2/web/guides/use-token-model */

interface TokenResponse {
  access_token?: string
  error_description?: string
}

interface TokenRequest {
  client_id: string
  scope: string
  callback: (response: TokenResponse) => void
  error_callback: (error: { message?: string }) => void
}

declare global {
  interface Window {
    google?: {
      accounts: { oauth2: { initTokenClient: (request: TokenRequest) => { requestAccessToken: () => void } } }
    }
  }
}

/** Minimum OAuth scopes for reading, and for saving definitions and publishing. */
const scopes = {
  read: 'https://www.googleapis.com/auth/bigquery.readonly',
  save: 'https://www.googleapis.com/auth/bigquery https://www.googleapis.com/auth/pubsub',
} as const

export type SignInPurpose = keyof typeof scopes

/** Resolves to an access token. Rejects with an Error whose message can be shown. */
export async function askGoogle(clientId: string, purpose: SignInPurpose): Promise<string> {
  await loadClient()
  return new Promise((resolve, reject) => {
    const client = window.google!.accounts.oauth2.initTokenClient({
      client_id: clientId,
      scope: scopes[purpose],
      callback: ({ access_token: token, error_description: message }) =>
        token === undefined ? reject(new Error(message ?? 'Google returned no token.')) : resolve(token),
      error_callback: ({ message }) => reject(new Error(message ?? 'The sign-in window was closed.')),
    })
    client.requestAccessToken()
  })
}

let loading: Promise<void> | undefined

function loadClient(): Promise<void> {
  return (loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = 'https://accounts.google.com/gsi/client'
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading = undefined
      reject(new Error('Google sign-in could not be loaded. Check your network connection and try again.'))
    })
    document.head.append(script)
  }))
}
