import { createContext, useContext } from 'react';
import { configQuery } from '~/api/queries';
import type { AppConfig } from '~/api/types';
import { useQuery } from '~/api/useQuery';

/** The reason why a part of a page is read-only, such as a list that another person shares; null if it isn't. */
export const PartReadOnly = createContext<string | null>(null);

/** Returns the reason why this browser can change nothing (`--read-only`, or a viewer); null if it can, or while loading. */
export function readOnlyReason(config: AppConfig | undefined): string | null {
  if (config?.readOnly) return 'This server is read-only.';
  return config?.person?.role === 'viewer' ? "As a viewer, you can't change anything." : null;
}

/** Returns the reason why nothing can be changed here; null if it can. */
export function useReadOnlyReason(): string | null {
  const part = useContext(PartReadOnly);
  return readOnlyReason(useQuery(configQuery).data) ?? part;
}

/** Returns true if nothing can be changed here. */
export const useReadOnly = (): boolean => useReadOnlyReason() !== null;

/** Returns true if the server knows people, each with their own data; on others, everybody is the owner. */
export const useHasPeople = (): boolean => Boolean(useQuery(configQuery).data?.person);

/** Returns true if the caller may change what belongs to the server: followed tickers, settings, people. */
export const isOwner = (config: AppConfig | undefined): boolean =>
  (config?.person?.role ?? 'owner') === 'owner';
