import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Ticker } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { paths } from '~/paths';
import { Provenance } from '~/widgets/LivePrice';

interface Props {
  ticker: Ticker;
  className: string | undefined;
  children: ReactNode;
}

/**
 * The link of a ticker's row. With the keyboard's focus on it, it tells where the row's price comes from and how old
 * it is: a row has one tab stop, and a price in a cell none of its own.
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
