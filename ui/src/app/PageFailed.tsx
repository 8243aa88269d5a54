import { useEffect, useState } from 'react';
import { ErrorState } from '~/components/ErrorState';
import { markHydrated } from '~/state/hydration';
import { fetchMissingCode, isCodeMissing } from './pageCode';

/** Interval between attempts to fetch a page's missing code, in milliseconds. */
const RETRY_MS = 10_000;

const reloadPage = () => location.reload();

/** Replaces a page after an error. If its code could not be fetched, retries and reloads. */
export function PageFailed({ reload = reloadPage }: { reload?: () => void }) {
  const [isMissing] = useState(isCodeMissing);
  useEffect(markHydrated, []);
  useEffect(() => {
    if (!isMissing) return;
    const timer = setInterval(async () => (await fetchMissingCode()) && reload(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isMissing, reload]);
  const text = isMissing
    ? "Couldn't load this page. Retrying every 10 seconds."
    : "Couldn't display this page.";
  return (
    <div className="container">
      <ErrorState text={text} onRetry={reload} />
    </div>
  );
}
