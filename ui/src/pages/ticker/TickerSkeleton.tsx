import { Skeleton } from '~/components/Skeleton';
import { useIsPhone } from '~/hooks/useIsPhone';
import { BLANK } from '~/market/format';
import live from '~/widgets/LivePrice.module.css';
import quote from './QuoteHeader.module.css';
import classes from './TickerPage.module.css';
import skeleton from './TickerSkeleton.module.css';
import { useRail } from './useRail';

const block = (height: number) => <Skeleton key={height} height={`${height / 16}rem`} radius="lg" />;

/** Placeholders for the page's panels at their final sizes. */
export function TickerSkeleton() {
  const isPhone = useIsPhone();
  const [rail] = useRail();
  return (
    <div className={`container ${classes.page}`} role="status" aria-busy="true" aria-label="Loading ticker">
      <div className={skeleton.head} data-ticker="">
        <div className={skeleton.empty}>
          <Skeleton height="2.75rem" width="22rem" maxWidth="80%" radius="md" />
          <Skeleton height={isPhone ? '4.5rem' : '1.25rem'} width="16rem" radius="md" />
        </div>
        <Head />
      </div>
      <div className={classes.panels} data-rail={rail}>
        <div className={classes.pair}>
          <div className={classes.main}>{[560, 260].map(block)}</div>
          <div className={classes.rail}>
            <Outline part="rail" />
          </div>
        </div>
        <Outline part="below" />
      </div>
    </div>
  );
}

/**
 * Empty name and price elements like those of `QuoteHeader`, shown once `prerender/inline/fillTickerHead.ts` has filled
 * them before the app's code is loaded.
 */
function Head() {
  return (
    <div className={`${quote.header} ${skeleton.filled}`}>
      <div className={quote.identity}>
        <Skeleton height="2.75rem" width="2.75rem" radius="md" />
        <div className={quote.names}>
          <div className={quote.name}>
            <Part name="name" /> <Part name="symbol" className={quote.symbol} />
          </div>
          <p className={quote.typeLine}>{BLANK}</p>
        </div>
      </div>
      <div className={quote.priceRow}>
        <div className={`${quote.price} ${skeleton.price}`}>
          <Part name="price" className={`num ${live.price}`} />
        </div>
      </div>
    </div>
  );
}

/** A text filled by the inline script; React hydrates it unchanged. */
function Part({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <span className={className} data-part={name} suppressHydrationWarning>
      {BLANK}
    </span>
  );
}

/**
 * The parts that load separately: all panels next to the chart (`rail`), only the first of them (`why`), the first two
 * (`verdict`), fear and greed (`sentiment`), financial reports (`reports`), and everything further down (`below`).
 */
export type PagePart = 'rail' | 'why' | 'verdict' | 'sentiment' | 'reports' | 'below';

/** The placeholder of a part of the page. */
export function Outline({ part }: { part: PagePart }) {
  if (part === 'why') return block(330);
  if (part === 'verdict') return [340, 440].map(block);
  if (part === 'sentiment') return block(379);
  if (part === 'rail') return [330, 420, 270].map(block);
  if (part === 'reports') {
    return (
      <div className={classes.reports}>
        {block(620)}
        {block(621)}
      </div>
    );
  }
  return (
    <div className={classes.pair}>
      <div className={classes.main}>{[600].map(block)}</div>
      <div className={classes.rail}>{[560].map(block)}</div>
    </div>
  );
}
