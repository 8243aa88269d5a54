import type { Alert, Ticker } from '~/api/types';
import { CONDITIONS, WINDOWS } from '~/market/alertChoices';
import { decimalsOf, formatNumber, formatQuote, type Quoted } from '~/market/format';
import { labelOf } from '~/market/labelOf';

/** ALRT-02: labels of the choices. */
export const TYPES = [
  { value: 'price', label: 'Price' },
  { value: 'volume', label: 'Volume' },
  { value: 'news', label: 'News' },
  { value: 'technical', label: 'Technical Analysis' },
] as const;
/** The type of an alert on a saved screen, which is offered if there is one. */
export const SCREEN_TYPE = { value: 'screen', label: 'Stock Screen' } as const;
/** The types of alerts on holdings. */
export const HOLDINGS_TYPES = [
  { value: 'cost', label: 'My Cost' },
  { value: 'holdings', label: 'My Holdings' },
] as const;
/** Labels of the alert badges. */
export const BADGES = [...TYPES, ...HOLDINGS_TYPES, { value: 'event', label: 'Event' }, SCREEN_TYPE] as const;
/** The changes of a screen that an alert reports. */
export const SCREEN_EVENTS = [
  { value: 'enter', label: 'A ticker enters the screen' },
  { value: 'leave', label: 'A ticker leaves the screen' },
] as const;
export const INDICATORS = [
  { value: 'rsi', label: 'RSI (14)' },
  { value: 'sma_cross', label: 'Moving averages (50 and 200)' },
  { value: 'year_high', label: 'Distance from the 52-week high' },
  { value: 'year_low', label: 'Distance from the 52-week low' },
  { value: 'gap', label: 'Opening gap' },
] as const;
/** Events: articles are alerts of type 'news', all others of type 'event'. */
export const EVENTS = [
  { value: 'articles', label: 'Articles' },
  { value: 'earnings', label: 'Earnings tomorrow' },
  { value: 'ex_date', label: 'Ex-dividend tomorrow' },
  { value: 'stale', label: 'No new price' },
  { value: 'filing', label: 'SEC filing' },
] as const;
/** The SEC's forms that an alert can report. */
export const FORMS = [
  { value: '8-K', label: '8-K, current report' },
  { value: '10-K', label: '10-K, annual report' },
  { value: '10-Q', label: '10-Q, quarterly report' },
  { value: '6-K', label: '6-K, current report of a foreign company' },
  { value: '20-F', label: '20-F, annual report of a foreign company' },
  { value: '40-F', label: '40-F, annual report of a Canadian company' },
] as const;
export const INTERVALS = [
  { value: '1h', label: 'Hourly bars' },
  { value: '1d', label: 'Daily bars' },
] as const;

/** What to do if the condition is already true. */
export const WHEN_MET = [
  { value: 'wait_for_crossing', label: 'Wait for a new crossing' },
  { value: 'tell_now', label: 'Notify me now' },
] as const;

/** The subject of an alert: its ticker, any ticker in a list, a screen, or all holdings. */
export const subjectOf = ({
  type,
  symbol,
  list,
  screen,
}: Pick<Alert, 'type' | 'symbol' | 'list' | 'screen'>) => {
  if (screen) return screen.name;
  if (type === 'holdings') return list ? `Holdings in ${list.name}` : 'All holdings';
  return list ? `Any ticker in ${list.name}` : symbol;
};

type Described = Pick<
  Alert,
  'type' | 'symbol' | 'condition' | 'value' | 'windowHours' | 'indicator' | 'words' | 'interval' | 'and'
> &
  Partial<Pick<Alert, 'screen' | 'forms'>>;
/** A condition of an alert. */
type Condition = Alert['and'][number];

/** How an alert's ticker is quoted. */
type Named = Quoted & Pick<Ticker, 'decimals'>;

/** The condition as a sentence: 'Price rises above $100.00'. The level is formatted like the ticker's prices. */
export function sentence(alert: Described, ticker?: Named): string {
  const { type, condition, value, windowHours } = alert;
  if (condition && alert.and.length > 0) return joined([{ ...alert, condition }, ...alert.and], ticker);
  if (type === 'screen') return labelOf(SCREEN_EVENTS, alert.screen?.event ?? '');
  if (type === 'news') return `News about ${alert.symbol}${alert.words ? ` with “${alert.words}”` : ''}`;
  if (alert.indicator === 'filing') return `New SEC filing: ${(alert.forms ?? []).join(', ')}`;
  if (type === 'event') return labelOf(EVENTS, alert.indicator ?? '');
  if (alert.indicator === 'gap') return `Opens ${value}% above or below the previous close`;
  if (type === 'holdings') return `Value changes by ${value}% in a day`;
  if (type === 'volume' && condition === 'percent_change') return `Daily volume changes by ${value}%`;
  if (condition === 'percent_change')
    return `Price changes by ${value}% in ${labelOf(WINDOWS, String(windowHours ?? 24))}`;
  if (type === 'cost')
    return `Price ${condition === 'below' ? 'falls' : 'rises'} to ${value}% ${condition} your cost`;
  const verb = labelOf(CONDITIONS, condition ?? '').toLowerCase();
  if (type === 'technical') return technical(alert, verb);
  if (type === 'volume') return `Volume ${verb} ${formatNumber(value ?? 0, 0)}`;
  return `Price ${verb} ${line(value, ticker)}`;
}

/** Joined conditions: 'Price above $250.00 and 14-day RSI above 70'. */
function joined(conditions: readonly Condition[], ticker?: Named): string {
  const parts = conditions.map((each) => stateText(each, ticker));
  const [last, ...rest] = [parts.at(-1) ?? '', ...parts.slice(0, -1)];
  const text = `${rest.join(', ')} and ${last}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function stateText({ type, condition, value, windowHours, indicator, interval }: Condition, ticker?: Named) {
  const indicatorText = technicalName(indicator, interval);
  if (type === 'technical' && indicator === 'sma_cross')
    return `${indicatorText} ${condition} the 200-${unitOf(interval)} average`;
  if (type === 'technical') return `${indicatorText} ${condition} ${value}${indicator === 'rsi' ? '' : '%'}`;
  if (condition === 'percent_change' && type === 'volume') return `daily volume changed by ${value}%`;
  if (condition === 'percent_change')
    return `price changed by ${value}% in ${labelOf(WINDOWS, String(windowHours ?? 24))}`;
  return `${type} ${condition} ${type === 'volume' ? formatNumber(value ?? 0, 0) : line(value, ticker)}`;
}

/** Formats a level with all its digits, because it may be between two price steps. */
function line(value: number | null, ticker?: Named): string {
  const decimals = Math.max(ticker?.decimals ?? 0, decimalsOf(value ?? 0));
  return formatQuote(ticker ?? { type: '' }, value, decimals);
}

const unitOf = (interval: string | null) => (interval === '1h' ? 'hour' : 'day');

/** The name of an indicator. */
function technicalName(indicator: string | null, interval: string | null): string {
  if (indicator === 'year_high') return 'distance from the 52-week high';
  if (indicator === 'year_low') return 'distance from the 52-week low';
  return indicator === 'sma_cross' ? `50-${unitOf(interval)} average` : `14-${unitOf(interval)} RSI`;
}

function technical({ indicator, interval, value }: Described, verb: string): string {
  const name = technicalName(indicator, interval).replace(/^d/, 'D');
  if (indicator === 'sma_cross') return `${name} ${verb} the 200-${unitOf(interval)} average`;
  return `${name} ${verb} ${value}${indicator === 'rsi' ? '' : '%'}`;
}
