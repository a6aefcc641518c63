/** Console: a token from Google Identity Services, where the owner has set a client id.
 * https://developers.google.com/identity/oauth2/web/guides/use-token-model */

interface TokenAnswer {
  access_token?: string
  error_description?: string
}

interface TokenRequest {
  client_id: string
  scope: string
  callback: (answer: TokenAnswer) => void
  error_callback: (error: { message?: string }) => void
}

declare global {
  interface Window {
    google?: {
      accounts: { oauth2: { initTokenClient: (request: TokenRequest) => { requestAccessToken: () => void } } }
    }
  }
}

/** The least that lets BigQuery answer questions, and what it takes to save definitions and send events. */
const scopes = {
  read: 'https://www.googleapis.com/auth/bigquery.readonly',
  save: 'https://www.googleapis.com/auth/bigquery https://www.googleapis.com/auth/pubsub',
} as const

export type SignInPurpose = keyof typeof scopes

/** Resolves to an access token; rejects with words for people. */
export async function askGoogle(clientId: string, purpose: SignInPurpose): Promise<string> {
  await loadClient()
  return new Promise((resolve, reject) => {
    const client = window.google!.accounts.oauth2.initTokenClient({
      client_id: clientId,
      scope: scopes[purpose],
      callback: ({ access_token: token, error_description: words }) =>
        token === undefined ? reject(new Error(words ?? 'Google gave no token.')) : resolve(token),
      error_callback: ({ message }) =>
        reject(new Error(message ?? 'The window was closed before Google gave a token.')),
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
      reject(new Error('Google’s sign-in could not be loaded. Check the network and try again.'))
    })
    document.head.append(script)
  }))
}
