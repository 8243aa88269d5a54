import { useState } from 'react';
import { call } from '~/api/call';
import { SignInRequiredError } from '~/api/client';
import type { ServerSettings, SettingsChange } from '~/api/types';
import { errorText } from '~/api/useAction';
import { basePath } from '~/paths';

/** Delay between two questions whether the server has restarted. */
const POLL_MS = 500;
/** Number of questions: a restart with the live market takes a few seconds, on a small computer half a minute. */
const MAX_POLLS = 240;
/** Number of questions whether the server has followed the symbols. Without a response from its provider, it continues later. */
const MAX_LIST_POLLS = 60;

const pause = () => new Promise((done) => setTimeout(done, POLL_MS));

/** Resolves when the server has restarted: to true, or to false if it now requires a sign-in. */
async function waitForRestart(startedAt: string): Promise<boolean> {
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    await pause();
    try {
      const settings = await call('get', '/api/setup');
      if (settings.startedAt !== startedAt) return true;
    } catch (error) {
      if (error instanceof SignInRequiredError) return false;
      // The server is restarting.
    }
  }
  throw new Error("The server hasn't restarted yet. See its log.");
}

/** Resolves when the server has a watchlist, which it creates when it has followed the symbols of a new market. */
async function waitForList(): Promise<void> {
  for (let polls = 0; polls < MAX_LIST_POLLS; polls++) {
    const lists = await call('get', '/api/watchlists').catch(() => []);
    if (lists.length > 0) return;
    await pause();
  }
}

export type SaveStage = 'saving' | 'restarting' | 'following';

interface Options {
  /** The page to open afterwards, relative to the base path; by default, the current page is loaded again. */
  next?: string;
  /** Whether to wait for the list of a new market. */
  waitsForList?: boolean;
}

/** Saves settings, waits until the server has restarted with them, and loads a page again. */
export function useSaveServer(settings: ServerSettings) {
  const [stage, setStage] = useState<SaveStage | null>(null);
  const [error, setError] = useState<string | null>(null);
  const save = async (change: SettingsChange, { next, waitsForList = false }: Options = {}) => {
    setError(null);
    setStage('saving');
    try {
      const { restarts } = await call('put', '/api/setup', { payload: change });
      if (restarts) {
        setStage('restarting');
        const isSignedIn = await waitForRestart(settings.startedAt);
        setStage('following');
        if (isSignedIn && waitsForList) await waitForList();
      }
      // Everything on the page may be of the other market.
      if (next === undefined) location.reload();
      else location.assign(basePath() + next);
    } catch (cause) {
      setStage(null);
      setError(errorText(cause as Error));
    }
  };
  return { save, stage, error };
}
