import { useEffect, useState } from 'react';
import { ErrorState } from '~/components/ErrorState';
import { isInUse } from './isInUse';
import { fetchMissingCode, isCodeMissing } from './pageCode';

/** How often the missing code of a page is asked for, in milliseconds. */
const RETRY_MS = 10_000;
/** Some browsers remember that a file failed until the page is loaded again. */
const RELOAD_AFTER = 30;

const reloadPage = () => location.reload();

/** A page that failed as a whole. Where its code could not be fetched, it is asked for again. */
export function PageFailed({ reload = reloadPage }: { reload?: () => void }) {
  const [isMissing] = useState(isCodeMissing);
  useEffect(() => {
    if (!isMissing) return;
    let attempts = 0;
    const retry = async () => {
      attempts += 1;
      if ((await fetchMissingCode()) || (attempts >= RELOAD_AFTER && !isInUse())) reload();
    };
    const timer = setInterval(() => void retry(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isMissing, reload]);
  const text = isMissing
    ? "This page couldn't be loaded. It tries again every 10 seconds."
    : 'This page could not be displayed.';
  return (
    <div className="container">
      <ErrorState text={text} onRetry={reload} />
    </div>
  );
}
