import { useCallback, useState } from 'react';
import { Outlet, useMatch } from 'react-router-dom';
import { usePrefetchLayers } from '~/app/usePrefetchLayers';
import { usePrefetchPages } from '~/app/usePrefetchPages';
import { useRefetchAfterOutage } from '~/app/useRefetchAfterOutage';
import { useScrollRestoration } from '~/app/useScrollRestoration';
import { useScrollToFragment } from '~/app/useScrollToFragment';
import { ErrorBoundary } from '~/components/ErrorBoundary';
import { useQuestion } from '~/components/layer/confirmation';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { ToastArea } from '~/components/ToastArea';
import { useIsPhone } from '~/hooks/useIsPhone';
import { usePrinting } from '~/hooks/usePrinting';
import { paths } from '~/paths';
import { useShowsDashboard } from '~/state/homeView';
import { useSetting } from '~/state/settings';
import { endTypeAhead, startTypeAhead } from '~/state/typeAhead';
import { RowStarPopup } from '~/widgets/WatchStar/RowStarPopup';
import { useAlertNotices } from '../useAlertNotices';
import { useChanges } from '../useChanges';
import { useNetworkNotices } from '../useNetworkNotices';
import { Banners } from './Banners';
import { Footer } from './Footer';
import { Header } from './Header';
import { MarketStrip } from './MarketStrip';
import { PrintFoot } from './PrintFoot';
import { RouteAnnouncer } from './RouteAnnouncer';
import classes from './Shell.module.css';
import { Shortcuts } from './Shortcuts';
import { ThumbBar } from './ThumbBar';
import { useAmountKey } from './useAmountKey';
import { useRecordRecent } from './useRecordRecent';
import { useSearchKeys } from './useSearchKeys';

const Confirm = retryingLazy(() => import('~/components/layer/Confirm'));
const CommandPalette = retryingLazy(() => import('../palette/CommandPalette'));

/** Header, footer and everything else around the page. `formats` is a key of the number and time formats. */
export function Shell({ formats }: { formats: string }) {
  const hasStrip = useHasStrip();
  const isPrinting = usePrinting();
  const [isSearching, setIsSearching] = useState(false);
  const closeSearch = useCallback(() => {
    endTypeAhead();
    setIsSearching(false);
  }, []);
  const searchFor = useCallback(
    (text: string) => {
      if (isSearching) return;
      startTypeAhead(closeSearch, text);
      setIsSearching(true);
    },
    [isSearching, closeSearch],
  );
  const openSearch = useCallback(() => searchFor(''), [searchFor]);
  useSearchKeys(openSearch);
  return (
    <>
      <BackgroundTasks />
      <SkipLink />
      <ErrorBoundary fallback={null}>
        <Banners />
      </ErrorBoundary>
      {hasStrip && (
        <ErrorBoundary>
          <MarketStrip key={formats} />
        </ErrorBoundary>
      )}
      <ErrorBoundary fallback={null}>
        <Header onSearch={openSearch} />
      </ErrorBoundary>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <ErrorBoundary fallback={null}>
        <Footer />
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <ThumbBar onSearch={openSearch} />
      </ErrorBoundary>
      {isPrinting && <PrintFoot />}
      <RouteAnnouncer />
      <ToastArea />
      <Confirmation />
      <RowStarPopup />
      <Shortcuts onSearch={searchFor} />
      {isSearching && (
        <LazyBoundary onFail={closeSearch}>
          <CommandPalette onClose={closeSearch} />
        </LazyBoundary>
      )}
    </>
  );
}

/** Everything that runs alongside the page. A separate component, so that its updates do not render the header, the page and the footer. */
function BackgroundTasks() {
  useAmountKey();
  useRecordRecent();
  useAlertNotices();
  useChanges();
  useNetworkNotices();
  usePrefetchLayers();
  usePrefetchPages();
  useRefetchAfterOutage();
  useScrollRestoration();
  useScrollToFragment();
  return null;
}

/**
 * Returns true if the market strip is shown. It is hidden on the dashboard, which shows the same markets, and on a ticker's page on a
 * phone, where the chart must fit on the first screen.
 */
function useHasStrip(): boolean {
  const [strip] = useSetting('market-strip');
  const isTicker = useMatch('/ticker/:symbol') !== null;
  const isPhone = useIsPhone();
  const showsDashboard = useShowsDashboard();
  const isDashboard = useMatch(paths.home) !== null && showsDashboard;
  return strip === 'on' && !isDashboard && !(isTicker && isPhone);
}

/** Moves focus to the content. This is a button, because a `#content` link would resolve against the base URL and leave the page. */
function SkipLink() {
  const skip = () => document.getElementById('content')?.focus();
  return (
    <button type="button" className={classes.skip} data-print="hide" onClick={skip}>
      Skip to content
    </button>
  );
}

/** The question of `confirm`; its dialog is fetched for the first question. */
function Confirmation() {
  const question = useQuestion();
  if (!question) return null;
  return (
    <LazyBoundary onFail={() => question.answer(false)}>
      <Confirm key={question.id} question={question} />
    </LazyBoundary>
  );
}
