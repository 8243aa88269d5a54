import type { NewPasskey, Passkey, PasskeyCreation, PasskeyRequest, PasskeySignIn } from './types';

/** Why no passkey was created or used, in a sentence for the user. */
export class PasskeyError extends Error {}

/** The reason why passkeys don't work on this page; null if they do. */
export function passkeyObstacle(): string | null {
  if (!window.isSecureContext) return 'Passkeys need HTTPS (or localhost).';
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return 'Passkeys need a host name: open Marketdeck by a name instead of an IP address.';
  if (!('PublicKeyCredential' in window)) return "This browser doesn't support passkeys.";
  return null;
}

/** Creates a passkey on a device of the user's choice. Throws a `PasskeyError` if that fails. */
export async function createPasskey(options: PasskeyCreation): Promise<Omit<NewPasskey, 'name'>> {
  const credential = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        rp: { id: options.host, name: 'Marketdeck' },
        user: { id: decode(options.userHandle), name: options.userName, displayName: options.userName },
        challenge: decode(options.challenge),
        pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: options.existingIds.map((id) => ({ type: 'public-key', id: decode(id) })),
        // The sign-in asks for no name, and the passkey replaces the password.
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: options.timeout,
      },
    }),
  );
  const response = credential.response as AuthenticatorAttestationResponse;
  const publicKey = response.getPublicKey();
  if (!publicKey) throw new PasskeyError("This browser can't read the device's kind of passkey.");
  return {
    id: credential.id,
    clientData: encode(response.clientDataJSON),
    authenticatorData: encode(response.getAuthenticatorData()),
    publicKey: encode(publicKey),
    algorithm: response.getPublicKeyAlgorithm(),
  };
}

/** Lets the user choose a passkey, which signs the challenge. Throws a `PasskeyError` if that fails. */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeySignIn> {
  const credential = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        rpId: options.host,
        challenge: decode(options.challenge),
        userVerification: 'required',
        timeout: options.timeout,
      },
    }),
  );
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: credential.id,
    clientData: encode(response.clientDataJSON),
    authenticatorData: encode(response.authenticatorData),
    signature: encode(response.signature),
    userHandle: encode(response.userHandle ?? new ArrayBuffer(0)),
  };
}

/** Asks the user's password manager to delete a removed passkey, which would otherwise still be offered. Few browsers can do that. */
export async function forgetPasskey({ id, host }: Passkey): Promise<void> {
  if (passkeyObstacle() !== null || !('signalUnknownCredential' in PublicKeyCredential)) return;
  try {
    await PublicKeyCredential.signalUnknownCredential({ rpId: host, credentialId: id });
  } catch (cause) {
    // The host of another page, for example.
    console.info('The passkey was not deleted from the device', cause);
  }
}

/** What each error of the browser means. It tells a cancellation and a timeout apart from nothing else, to keep secrets from pages. */
const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was cancelled, or it took too long.',
  AbortError: 'No passkey was used: it was cancelled, or it took too long.',
  InvalidStateError: 'This device already has a passkey for you.',
  NotSupportedError: "This device can't create a passkey for Marketdeck.",
  ConstraintError: "This device can't check your fingerprint, face or PIN, which a passkey needs.",
  SecurityError: "Passkeys don't work at this address.",
};

async function ask(start: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null;
  try {
    credential = await start();
  } catch (cause) {
    console.info('The browser returned no passkey', cause);
    const reason = cause instanceof DOMException ? REASONS[cause.name] : undefined;
    throw new PasskeyError(reason ?? "The browser couldn't use a passkey. Try again.");
  }
  if (!credential) throw new PasskeyError('The browser found no passkey.');
  return credential as PublicKeyCredential;
}

/** Encodes bytes in base64url without padding. */
function encode(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decode(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
