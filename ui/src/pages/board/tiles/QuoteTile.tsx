import { priceHistoryQuery, sessionLineQuery, sessionQuery, tickerQuery } from '~/api/queries';
import type { MarketSession, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { useDayChange } from '~/live/useDayChange';
import { useMarketNow } from '~/live/useMarketNow';
import { directionOf, formatMove, formatOverviewPrice, priceDecimals } from '~/market/format';
import { hoursSentence, sessionSentence } from '~/market/session';
import { shortName } from '~/market/shortName';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { HISTORY_MS, type TileRange } from '../boardQueries';
import { LineChart } from '../LineChart';
import { historyPriceLine, type PriceLine, sessionPriceLine } from '../priceLine';
import { TileFrame, TileText } from '../TileFrame';
import { useQuotesAge } from '../tileAges';
import { useBoardTickers } from '../useBoardTickers';
import classes from './QuoteTile.module.css';

interface Props {
  symbol: string;
  range: TileRange;
  /** A chart tile: the price gets less room and the line more. */
  flat?: boolean;
  sessionLine?: boolean;
  dayRange?: boolean;
}

const PERIODS: Readonly<Record<Exclude<TileRange, '1D'>, string>> = {
  '1W': 'past week',
  '1M': 'past month',
  '1Y': 'past year',
};
/** A price with more characters is shown smaller. */
const MAX_LARGE_CHARS = 11;
/** Number of points requested for a history; more could not be seen from a distance. */
const HISTORY_POINTS = 200;

/** One large price with its line. */
export function QuoteTile(props: Props) {
  const [ticker] = useBoardTickers([props.symbol]);
  const { isPending } = useQuery(tickerQuery(props.symbol));
  const age = useQuotesAge([ticker]);
  if (!ticker)
    return (
      <TileFrame title={props.symbol} large isLoading={isPending}>
        <TileText>No price of {props.symbol} yet.</TileText>
      </TileFrame>
    );
  return <Quote {...props} ticker={ticker} age={age} />;
}

function Quote({
  ticker,
  age,
  range,
  flat = false,
  sessionLine = true,
  dayRange = true,
}: Props & { ticker: TickerDetail; age: string | null }) {
  const now = useMarketNow();
  const { data: session } = useQuery(sessionQuery);
  const line = useLine(ticker, range);
  const { period: dayPeriod } = useDayChange(ticker);
  const base = range === '1D' ? (line?.base ?? ticker.previousClose) : (line?.base ?? null);
  const { price } = ticker;
  const move = price === null || base === null ? null : price - base;
  const change = range === '1D' ? ticker.change24h : move === null || !base ? null : (100 * move) / base;
  const format = (value: number | null) => formatOverviewPrice(ticker, value);
  return (
    <TileFrame
      large
      age={age}
      title={<Link to={paths.ticker(ticker.symbol)}>{shortName(ticker.name)}</Link>}
      note={sessionLine && sessionText(ticker, session, now)}
    >
      <div className={classes.figures} data-flat={flat || undefined} data-aged>
        <span
          className={`num ${classes.price}`}
          data-long={format(price).length > MAX_LARGE_CHARS || undefined}
        >
          {format(price)}
        </span>
        <span className={classes.change}>
          <Change value={change} />
        </span>
      </div>
      {!flat && (
        <div className={`num ${classes.facts}`} data-aged>
          <span>
            {move === null ? 'Change' : formatMoveOf(ticker, move)}{' '}
            {range === '1D' ? dayPeriod : PERIODS[range]}
          </span>
          {dayRange && <span>{dayRangeText(ticker, format)}</span>}
        </div>
      )}
      {line && (
        <LineChart
          hasTimeMarks
          line={line}
          direction={directionOf(change)}
          base={
            range === '1D' && ticker.type !== 'crypto' && base !== null
              ? `Previous close ${format(base)}`
              : undefined
          }
        />
      )}
    </TileFrame>
  );
}

/** The session's line for a day; a downsampled history for longer ranges. */
function useLine(ticker: TickerDetail, range: TileRange): PriceLine | undefined {
  const isDay = range === '1D';
  const { data: day } = useQuery({ ...sessionLineQuery(ticker.id), enabled: isDay });
  const { data: history } = useQuery({
    ...priceHistoryQuery(ticker.id, range, { points: HISTORY_POINTS, base: true }),
    enabled: !isDay,
    refetchInterval: HISTORY_MS[range],
  });
  if (isDay) return day && sessionPriceLine(day, ticker);
  return history && historyPriceLine(history, ticker);
}

/** '+41.63', without cents for prices that show none on a board. */
function formatMoveOf(ticker: TickerDetail, move: number): string {
  const isWhole = formatOverviewPrice(ticker, 1) === formatOverviewPrice(ticker, 1.2);
  // As precise as the price above: a coin worth a fraction of a cent moves by less.
  const decimals = ticker.price === null ? 2 : priceDecimals(ticker.price, ticker.decimals);
  return formatMove(ticker, isWhole ? Math.round(move) : move, decimals).replace(
    isWhole ? /[.,]00$/ : /$^/,
    '',
  );
}

function sessionText(ticker: TickerDetail, session: MarketSession | undefined, now: number): string {
  const isUs = session !== undefined && ticker.timeZone === session.timeZone && ticker.type !== 'crypto';
  return isUs ? sessionSentence(session, now) : hoursSentence(ticker, now);
}

function dayRangeText(
  { dayLow, dayHigh, price }: TickerDetail,
  format: (value: number | null) => string,
): string {
  if (dayLow === null || dayHigh === null) return '';
  // The live price may have passed the fetched low or high.
  const [low, high] = [Math.min(dayLow, price ?? dayLow), Math.max(dayHigh, price ?? dayHigh)];
  return `Low ${format(low)}, high ${format(high)}`;
}
