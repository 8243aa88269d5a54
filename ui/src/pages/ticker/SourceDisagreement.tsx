import type { TickerDetail } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { disagreementSentence, figureDecimals } from '~/market/disagreements';
import { formatQuote } from '~/market/format';
import { paths } from '~/paths';
import classes from './PriceProblem.module.css';

/** What the sources of the ticker disagree about, with the figure of each; the most important one if there are several. */
export default function SourceDisagreement({ ticker }: { ticker: TickerDetail }) {
  const [first, ...others] = ticker.disagreements;
  if (!first) return null;
  const format = (value: number) => formatQuote(ticker, value, figureDecimals(first, value, ticker.decimals));
  const othersText = others.length === 1 ? '1 more difference. ' : `${others.length} more differences. `;
  return (
    <div className={classes.notice} role="note">
      <Icon name="info" size={18} />
      <p>
        <b>{disagreementSentence(first, format)}</b> {others.length > 0 && othersText}
        <Link to={paths.status}>Status</Link>
      </p>
    </div>
  );
}
