import { ErrorBoundary } from '~/components/ErrorBoundary';
import { LazyBoundary } from '~/components/layer/LazyBoundary';
import { retryingLazy } from '~/components/layer/retryingLazy';
import { useIsPhone } from '~/hooks/useIsPhone';
import { useIsDeck } from '~/state/homeView';
import { DeckBar } from './DeckBar';
import { Guides } from './Guides';
import { Hero } from './Hero';
import classes from './HomePage.module.css';
import { MarketPulse } from './MarketPulse';
import { Sections } from './Sections';
import { TickersAndIcos } from './TickersAndIcos';

const IndexCard = retryingLazy(() => import('./deck/IndexCard'));
const MyDeck = retryingLazy(() => import('./deck/MyDeck'));

/** The home page: a greeting on the first visits, afterwards a person's own deck. */
export default function HomePage() {
  const isDeck = useIsDeck();
  const isPhone = useIsPhone();
  const own = isDeck && (
    <div className={classes.own}>
      <Part>
        <MyDeck />
      </Part>
    </div>
  );
  return (
    <div className={`container ${classes.page}`}>
      {isDeck ? (
        <>
          <DeckBar />
          <div className={classes.indices}>
            <Part>
              <IndexCard />
            </Part>
          </div>
        </>
      ) : (
        <Hero />
      )}
      {isPhone && own}
      <MarketPulse />
      {!isPhone && own}
      <div className={classes.columns}>
        <TickersAndIcos />
        <Guides />
      </div>
      <Sections />
    </div>
  );
}

/** A part of the deck, whose code first visits do not fetch. */
function Part({ children }: { children: React.ReactNode }) {
  return (
    <ErrorBoundary>
      <LazyBoundary>{children}</LazyBoundary>
    </ErrorBoundary>
  );
}
