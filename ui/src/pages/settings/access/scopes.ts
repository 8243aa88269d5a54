import type { AccessToken } from '~/api/types';

/** Labels of token permissions. */
export const SCOPES: Readonly<Record<AccessToken['scope'], string>> = {
  read: 'Read',
  write: 'Read and change',
};
