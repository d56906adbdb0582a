import { setToken } from '../data/server.js'

/** Asks for the token of the server. */
export function TokenForm() {
  return (
    <form
      class="bar token"
      onSubmit={(event) => {
        event.preventDefault()
        const value = new FormData(event.currentTarget).get('token')
        if (typeof value === 'string' && value.trim() !== '') setToken(value.trim())
      }}
    >
      <label>
        <span>This server requires a token</span>{' '}
        <input name="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit">Use it</button>
    </form>
  )
}
