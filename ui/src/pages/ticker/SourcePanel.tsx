import type { ReactNode } from 'react';
import type { TickerDetail } from '~/api/types';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { useDerived } from '~/live/useQuote';
import { currencyName } from '~/market/locale';
import { formatRelative, timeOnBothClocks } from '~/market/time';
import { paths } from '~/paths';
import { delayText, sourceName } from '~/widgets/priceSource';
import { capital, isConverted, openingOf } from './foreign';
import { Stat, Stats } from './Stats';
import page from './TickerPage.module.css';

/** The source and time of the price, its currency, its exchange rate, and the expected next update. */
export default function SourcePanel({ ticker }: { ticker: TickerDetail }) {
  const now = useMarketNow();
  const quote = useDerived(ticker);
  const { source, delayMinutes, updatedAt, currency, displayRate } = quote;
  const opening = openingOf(quote, now);
  const zone = quote.timeZone ?? 'UTC';
  // The server's clock may be slightly ahead of this device's.
  const rated = displayRate?.asOf && new Date(Math.min(Date.parse(displayRate.asOf), now)).toISOString();
  return (
    <Panel className={page.foreign} title="Source">
      <Stats>
        <Known
          name="Price"
          value={
            source && (
              <>
                <Link to={{ pathname: paths.sources, hash: source }}>{sourceName(source)}</Link>
                {delayMinutes ? `, ${delayText(delayMinutes).toLowerCase()}` : ''}
              </>
            )
          }
        />
        <Known name="As of" value={updatedAt && timeOnBothClocks(updatedAt, zone)} />
        <Known name="Currency" value={quote.type !== 'index' && capital(currencyName(currency))} />
        <Known name="Price unit" value={quote.priceUnit === 'percent' && 'Percent of par'} />
        <Known name="Rate" value={isConverted(quote) && rated && formatRelative(rated, now)} />
        <Known name="Next price" value={opening && timeOnBothClocks(opening, zone)} />
      </Stats>
    </Panel>
  );
}

/** A named value; hidden if unknown. */
function Known({ name, value }: { name: string; value: ReactNode }) {
  return value ? <Stat name={name} value={value} /> : null;
}
