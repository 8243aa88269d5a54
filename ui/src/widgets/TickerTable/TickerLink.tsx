import type { ReactNode } from 'react';
import type { Ticker } from '~/api/types';
import { Link } from '~/components/Link';
import { Tooltip } from '~/components/layer/Tooltip';
import { paths } from '~/paths';
import { Provenance } from '~/widgets/LivePrice';

interface Props {
  ticker: Ticker;
  className: string | undefined;
  children: ReactNode;
}

/**
 * The link of a ticker's row. On keyboard focus it announces the source and age of the row's price, because prices in
 * cells are not tab stops.
 */
export function TickerLink({ ticker, className, children }: Props) {
  return (
    <Tooltip focusOnly label={<Provenance ticker={ticker} />}>
      <Link to={paths.ticker(ticker.symbol)} className={className}>
        {children}
      </Link>
    </Tooltip>
  );
}
