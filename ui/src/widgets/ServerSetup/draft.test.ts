import { expect, test } from 'vitest';
import type { ServerSettings } from '~/api/types';
import { changeOf, draftOf, passwordError, toToml } from './draft';

const free = { origin: 'default', setBy: null } as const;
const settings: ServerSettings = {
  isNew: true,
  startedAt: '2026-11-20T19:32:00Z',
  market: { value: 'sample', ...free },
  displayCurrency: { value: 'USD', ...free },
  contactEmail: { value: '', ...free },
  secContact: { value: '', ...free },
  symbols: { value: [], ...free },
  password: { isSet: false, ...free },
  keys: [{ provider: 'finnhub', isSet: false, ...free }],
};

test('a new server suggests the live market, and saves only what was entered', () => {
  const draft = draftOf(settings);
  expect(draft.market).toBe('live');
  expect(changeOf(settings, draft)).toEqual({ market: 'live' });
  const entered = {
    ...draft,
    symbols: ['SAP.DE'],
    contactEmail: ' me@example.com ',
    sendsToSec: true,
    keys: { finnhub: 'k3y', bls: ' ' },
  };
  expect(changeOf(settings, entered)).toEqual({
    market: 'live',
    symbols: ['SAP.DE'],
    contactEmail: 'me@example.com',
    secContact: 'me@example.com',
    keys: { finnhub: 'k3y' },
  });
});

test('values that the configuration sets are not sent', () => {
  const fixed: ServerSettings = {
    ...settings,
    isNew: false,
    market: { value: 'sample', origin: 'variable', setBy: 'MARKETDECK_MARKET' },
  };
  const draft = { ...draftOf(fixed), displayCurrency: 'EUR' };
  expect(draft.market).toBe('sample');
  expect(changeOf(fixed, { ...draft, market: 'live' })).toEqual({ displayCurrency: 'EUR' });
});

test('the lines for the configuration file have no secrets', () => {
  const draft = {
    ...draftOf(settings),
    symbols: ['AAPL', 'SAP.DE'],
    contactEmail: 'me@example.com',
    sendsToSec: true,
  };
  const toml = toToml({ ...draft, password: 'swordfish', keys: { finnhub: 'marlin' } });
  expect(toml).toBe(`market = "live"
display_currency = "USD"
symbols = ["AAPL", "SAP.DE"]
contact_email = "me@example.com"
password_hash = "…" # the output of: marketdeck hash-password

[providers.sec]
contact = "me@example.com"

[providers.finnhub]
api_key = "…"
`);
});

test('a password needs eight characters, twice', () => {
  const draft = draftOf(settings);
  expect(passwordError(draft)).toBeUndefined();
  expect(passwordError({ ...draft, password: 'short' })).toBe('A password needs at least 8 characters.');
  expect(passwordError({ ...draft, password: 'swordfish', repeatedPassword: 'marlin' })).toBe(
    "The passwords don't match.",
  );
  expect(passwordError({ ...draft, password: 'swordfish', repeatedPassword: 'swordfish' })).toBeUndefined();
});
