/** The script of the sign-in page, which the server renders (`src/web/http/access/sign_in_page.rs`): signs in with a passkey. */
import { PasskeyError, passkeyObstacle, signWithPasskey } from './api/passkeys';
import type { PasskeyRequest } from './api/types';

/** Sends a POST request, and returns the response. Throws a `PasskeyError` with the server's sentence if it is refused. */
async function post(url: string, payload?: unknown): Promise<Response> {
  const body = payload === undefined ? null : JSON.stringify(payload);
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  } catch {
    throw new PasskeyError("Couldn't reach the server. Try again.");
  }
  if (!response.ok) throw new PasskeyError((await response.text()).trim());
  return response;
}

async function signIn(base: string): Promise<void> {
  const options = await post(`${base}api/session/passkey/options`);
  const signature = await signWithPasskey((await options.json()) as PasskeyRequest);
  await post(`${base}api/session/passkey`, signature);
}

const button = document.querySelector<HTMLButtonElement>('#passkey');
const trouble = document.querySelector('#passkey-trouble');
if (button && trouble && passkeyObstacle() === null) {
  const { base = '/', target = '/' } = button.dataset;
  button.hidden = false;
  button.addEventListener('click', async () => {
    trouble.textContent = '';
    button.disabled = true;
    try {
      await signIn(base);
      location.replace(target);
    } catch (cause) {
      trouble.textContent = cause instanceof PasskeyError ? cause.message : 'Signing in failed. Try again.';
      button.disabled = false;
      button.focus();
    }
  });
}
