/** Console: how people sign in, as the server tells: with Google, with a token they paste, or by this machine. */
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
      <p>The console reads BigQuery with your own rights. You see what you may query, and nothing else.</p>
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
        <code>gcloud auth print-access-token</code> prints one. It stays in this page’s memory until you close
        or reload it.
      </p>
    </form>
  )
}
