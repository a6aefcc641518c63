/** Console: signs in with the method that the server has configured: Google, a pasted token, or the local stack. */
import { useId } from 'preact/hooks'
import { signIn, signInAutomatically, signInWithGoogle, way } from './session.ts'

export function SignIn({ notice }: { notice: string | undefined }) {
  return (
    <section class="panel message" aria-labelledby="sign-in">
      <h1 id="sign-in">Sign in</h1>
      {notice !== undefined && (
        <p class="notice" role="alert">
          {notice}
        </p>
      )}
      <p>The console reads BigQuery with your permissions. You see only what you may query.</p>
      {way.signIn === 'google' ? (
        <GoogleButton clientId={way.clientId} />
      ) : way.signIn === 'local' ? (
        <button type="button" class="primary" onClick={() => void signInAutomatically()}>
          Try again
        </button>
      ) : (
        <PasteToken />
      )}
    </section>
  )
}

function GoogleButton({ clientId }: { clientId: string }) {
  return (
    <button type="button" class="primary" onClick={() => void signInWithGoogle(clientId)}>
      Sign in with Google
    </button>
  )
}

function PasteToken() {
  const id = useId()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem('token') as HTMLInputElement
    const token = field.value.trim()
    field.value = ''
    if (token !== '') signIn(token)
  }
  return (
    <form class="paste" onSubmit={submit}>
      <label for={id}>Access token</label>
      <input
        id={id}
        name="token"
        type="password"
        required
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`${id}-hint`}
      />
      <button type="submit" class="primary">
        Continue
      </button>
      <p id={`${id}-hint`} class="muted">
        Run <code>gcloud auth print-access-token</code> to get a token. It stays in the memory of this page
        until you close or reload the page.
      </p>
    </form>
  )
}
