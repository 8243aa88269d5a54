import type { AccessToken } from '~/api/types';

/** What a token is good for, in words. */
export const SCOPES: Readonly<Record<AccessToken['scope'], string>> = {
  read: 'Read',
  write: 'Read and change',
};
