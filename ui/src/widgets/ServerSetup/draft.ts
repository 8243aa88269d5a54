import type { ServerSettings, SettingOrigin, SettingsChange } from '~/api/types';

/** The values in the form. */
export interface Draft {
  market: ServerSettings['market']['value'];
  displayCurrency: string;
  symbols: string[];
  contactEmail: string;
  /** Whether the email address is also sent to the SEC. */
  sendsToSec: boolean;
  password: string;
  repeatedPassword: string;
  /** New API keys by provider; a missing one stays unchanged. */
  keys: Record<string, string>;
}

/** Returns true if the configuration sets the value, so that the page can't change it. */
export const isFixed = ({ setBy }: SettingOrigin): boolean => setBy !== null;

/** Returns the form's first values. A new server suggests the live market. */
export function draftOf(settings: ServerSettings): Draft {
  const { market, displayCurrency, symbols, contactEmail, secContact } = settings;
  return {
    market: settings.isNew && !isFixed(market) ? 'live' : market.value,
    displayCurrency: displayCurrency.value,
    symbols: symbols.value,
    contactEmail: contactEmail.value || secContact.value,
    sendsToSec: secContact.value !== '',
    password: '',
    repeatedPassword: '',
    keys: {},
  };
}

/** Returns the values that differ from the server's settings and that the page may change. */
export function changeOf(settings: ServerSettings, draft: Draft): SettingsChange {
  const change: SettingsChange = {};
  const address = draft.contactEmail.trim();
  const secAddress = draft.sendsToSec ? address : '';
  const { market, displayCurrency, symbols, contactEmail, secContact, password } = settings;
  // A new server saves the market even if it is the default one: it was chosen.
  if (!isFixed(market) && (settings.isNew || draft.market !== market.value)) change.market = draft.market;
  if (!isFixed(displayCurrency) && draft.displayCurrency !== displayCurrency.value)
    change.displayCurrency = draft.displayCurrency;
  if (!isFixed(symbols) && draft.symbols.join() !== symbols.value.join()) change.symbols = draft.symbols;
  if (!isFixed(contactEmail) && address !== contactEmail.value) change.contactEmail = address;
  if (!isFixed(secContact) && secAddress !== secContact.value) change.secContact = secAddress;
  if (!isFixed(password) && draft.password) change.password = draft.password;
  const keys = Object.entries(draft.keys).flatMap(([provider, key]) =>
    key.trim() ? [[provider, key.trim()]] : [],
  );
  if (keys.length > 0) change.keys = Object.fromEntries(keys);
  return change;
}

/** Returns the values as lines of a configuration file, for a server that accepts no changes. Secrets are left out. */
export function toToml(draft: Draft): string {
  const address = draft.contactEmail.trim();
  const lines = [
    `market = ${JSON.stringify(draft.market)}`,
    `display_currency = ${JSON.stringify(draft.displayCurrency)}`,
    `symbols = [${draft.symbols.map((symbol) => JSON.stringify(symbol)).join(', ')}]`,
  ];
  if (address) lines.push(`contact_email = ${JSON.stringify(address)}`);
  if (draft.password) lines.push('password_hash = "…" # the output of: marketdeck hash-password');
  if (address && draft.sendsToSec) lines.push('', '[providers.sec]', `contact = ${JSON.stringify(address)}`);
  for (const [provider, key] of Object.entries(draft.keys))
    if (key.trim()) lines.push('', `[providers.${provider}]`, 'api_key = "…"');
  return `${lines.join('\n')}\n`;
}

/** Returns the error of the two password fields, or undefined. */
export function passwordError({ password, repeatedPassword }: Draft): string | undefined {
  if (password && password.length < 8) return 'A password needs at least 8 characters.';
  return password === repeatedPassword ? undefined : "The passwords don't match.";
}
