/** Console: renders the page. */
import './style/index.css'
import { render } from 'preact'
import { App } from './app.tsx'
import { signInAutomatically } from './session.ts'

const root = document.querySelector('#app')!
root.replaceChildren()
render(<App />, root)
void signInAutomatically()
