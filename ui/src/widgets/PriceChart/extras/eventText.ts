import type { ChartPoint } from '~/chart/series';
import { formatShortDay } from '~/market/day';
import { formatNumber, formatPercent, formatPrice, formatRate } from '~/market/format';
import { publishedTitle } from '~/market/published';
import { splitRatio } from '~/market/splits';
import { surpriseResult } from '~/market/surprise';
import type { ChartEvent, PositionedEvent } from './chartEvents';

/** A line of a card: 'EPS', '$2.04, est. 1.98', '+3.0%'. */
interface Fact {
  name: string;
  value: string;
  /** In percent; shown in the color of its direction. */
  change?: number | null;
}

/** The texts of an event's card. */
export interface EventText {
  letter: 'E' | 'D' | 'S' | 'N' | '✎';
  /** 'Earnings'. */
  head: string;
  /** 'Oct 29, 2026, after close'. */
  when: string;
  /** 'Beat', or the headline. */
  title: string;
  facts: readonly Fact[];
  /** The color of the mark: only for an earnings surprise. */
  tone: 'up' | 'down' | 'flat' | null;
  url: string | null;
}

/** Further data that a card's texts depend on. */
interface Context {
  points: readonly ChartPoint[];
  /** Each point is one day, so the next point is the next session. */
  isDaily: boolean;
  /** Today; dates of another year include their year. */
  today: string;
  priceText: (price: number) => string;
  /** Number of decimals of the quoted price. */
  decimals: number;
}

/** Maximum length of a note on a card. */
const MAX_NOTE_LENGTH = 280;

const TIMES = { before: ', before open', after: ', after close', during: ', during session' } as const;
const TONES = { Beat: 'up', Missed: 'down', 'In-line': 'flat' } as const;
const FREQUENCY_NAMES = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  'semi-annually': 'Semi-annually',
  annually: 'Annually',
} as const;

export function eventText({ event, index }: PositionedEvent, context: Context): EventText {
  if (event.kind === 'earnings') return earningsText(event.data, index, context);
  if (event.kind === 'dividend') return dividendText(event.data, context);
  if (event.kind === 'split') return splitText(event.data, context);
  if (event.kind === 'note') return noteText(event.data, context);
  return newsText(event.data);
}

type DataOf<K extends ChartEvent['kind']> = Extract<ChartEvent, { kind: K }>['data'];

function earningsText(event: DataOf<'earnings'>, index: number, context: Context): EventText {
  const { date, time, estimatedEPS, actualEPS, currency, surprise } = event;
  const reported = actualEPS === null ? estimatedEPS : actualEPS;
  const expected = actualEPS !== null && estimatedEPS !== null ? `, est. ${formatNumber(estimatedEPS)}` : '';
  const eps: Fact[] =
    reported === null
      ? []
      : [
          {
            name: actualEPS === null ? 'EPS expected' : 'EPS',
            value: `${formatPrice(reported, 2, { currency })}${expected}`,
            change: surprise,
          },
        ];
  return {
    letter: 'E',
    head: 'Earnings',
    when: `${formatShortDay(date, context.today)}${time ? TIMES[time] : ''}`,
    title: resultOf(actualEPS, surprise),
    facts: [...eps, ...reactionOf(index, time, context)],
    tone: surprise === null ? null : TONES[surpriseResult(surprise)],
    url: null,
  };
}

function resultOf(actual: number | null, surprise: number | null): string {
  if (actual === null) return 'No result yet';
  if (surprise === null) return 'Reported';
  const by = formatRate(Math.abs(surprise));
  const result = surpriseResult(surprise);
  return result === 'In-line' ? result : `${result} by ${by}`;
}

/** The price change in the first session after a report. */
function reactionOf(
  index: number,
  time: DataOf<'earnings'>['time'],
  { points, isDaily, priceText }: Context,
): Fact[] {
  if (!isDaily || time === null) return [];
  const reactionIndex = time === 'after' ? index + 1 : index;
  const [before, on] = [points[reactionIndex - 1]?.price, points[reactionIndex]?.price];
  if (before === undefined || on === undefined || before <= 0) return [];
  const name = time === 'after' ? 'Next day' : 'Same day';
  return [{ name, value: priceText(on), change: (on / before - 1) * 100 }];
}

function dividendText(dividend: DataOf<'dividend'>, { today, decimals }: Context): EventText {
  const { exDate, amount, currency, frequency, kind, yield: rate } = dividend;
  return {
    letter: 'D',
    head: kind === 'special' ? 'Special dividend' : 'Dividend',
    when: `Ex-date ${formatShortDay(exDate, today)}`,
    title: `${formatPrice(amount, decimals, { currency })} a share`,
    facts: [
      ...(rate === null ? [] : [{ name: 'Annual yield', value: formatRate(rate) }]),
      ...(frequency ? [{ name: 'Paid', value: FREQUENCY_NAMES[frequency] }] : []),
    ],
    tone: null,
    url: null,
  };
}

/** '10 for 1', and a note that earlier prices are adjusted. */
function splitText(split: DataOf<'split'>, { today }: Context): EventText {
  const isReverse = split.numerator < split.denominator;
  return {
    letter: 'S',
    head: isReverse ? 'Reverse split' : 'Split',
    when: formatShortDay(split.date, today),
    title: splitRatio(split),
    facts: [{ name: 'Earlier prices', value: 'Adjusted' }],
    tone: null,
    url: null,
  };
}

const noteText = ({ date, text }: DataOf<'note'>, { today }: Context): EventText => ({
  letter: '✎',
  head: 'Your note',
  when: formatShortDay(date, today),
  title: text.length > MAX_NOTE_LENGTH ? `${text.slice(0, MAX_NOTE_LENGTH).trimEnd()}…` : text,
  facts: [],
  tone: null,
  url: null,
});

const newsText = ({ source, publishedAt, isUndated, title, url }: DataOf<'news'>): EventText => ({
  letter: 'N',
  head: source,
  when: publishedTitle({ publishedAt, isUndated }),
  title,
  facts: [],
  tone: null,
  url,
});

/** A card as a sentence: 'Earnings, Oct 29, after close: In-line, EPS $2.04, est. 1.98 +3.03%'. */
export function spokenText({ head, when, title, facts }: EventText): string {
  const figures = facts.map(({ name, value, change }) =>
    [name, value, typeof change === 'number' ? formatPercent(change) : ''].filter(Boolean).join(' '),
  );
  return `${head}, ${when}: ${[title, ...figures].join(', ')}`;
}
