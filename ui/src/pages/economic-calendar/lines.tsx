import type { EconomicDate, EconomicFigure } from '~/api/types';
import type { Column } from '~/components/table/column';
import { type Day, EXCHANGE_ZONE } from '~/market/day';
import { UNKNOWN } from '~/market/format';
import { formatTime } from '~/market/time';
import { previousDate } from './moves';
import { IMPACTS, impactOf } from './releases';
import { formatActual, formatPrevious, resultsOf } from './results';

type CsvValue = number | string | null;

/** A figure of a release: the published value, and that of the period before. */
interface Figure {
  name: string;
  unit: string;
  actual: string;
  previous: string;
  csv: { actual: CsvValue; previous: CsvValue };
}

/** A line of the agenda. */
export interface Line extends Figure {
  id: number;
  release: EconomicDate;
}

type Moves = ReadonlyMap<Day, number>;

/** Maximum number of lines of a release, which numbers them. */
const MAX_LINES = 100;

/** The change of the S&P 500 on the day of a release and on that of the previous release of its kind; undefined if unknown. */
export interface Reaction {
  move: number | undefined;
  lastMove: number | undefined;
}

export function reactionOf(
  release: EconomicDate,
  dates: readonly EconomicDate[],
  moves: Moves,
  today: Day,
): Reaction {
  return {
    move: release.date < today ? moves.get(release.date) : undefined,
    lastMove: moves.get(previousDate(dates, release, today) ?? ''),
  };
}

const NO_FIGURE: Figure = {
  name: '',
  unit: '',
  actual: '',
  previous: '',
  csv: { actual: null, previous: null },
};

/** The figures of a release; one without a name if there are none. */
export function linesOf(release: EconomicDate): Line[] {
  return numbered(release, resultsOf(release).map(figureOf));
}

/** The lines of the CSV file, which has the reaction of the S&P 500 as a figure. */
export function csvLinesOf(release: EconomicDate, { move, lastMove }: Reaction): Line[] {
  const figures = resultsOf(release).map(figureOf);
  if (move !== undefined || lastMove !== undefined)
    figures.push({
      ...NO_FIGURE,
      name: 'S&P 500 on the day',
      unit: 'percent',
      csv: { actual: move ?? null, previous: lastMove ?? null },
    });
  return numbered(release, figures);
}

const numbered = (release: EconomicDate, figures: readonly Figure[]): Line[] =>
  (figures.length > 0 ? figures : [NO_FIGURE]).map((figure, index) => ({
    ...figure,
    id: release.id * MAX_LINES + index,
    release,
  }));

function figureOf(figure: EconomicFigure): Figure {
  const { name, unit, actual, actualUpper, previous, previousUpper } = figure;
  const [actualText, previousText] = [formatActual(figure), formatPrevious(figure)];
  return {
    name,
    unit,
    actual: actualText,
    previous: previousText,
    // A range has two numbers.
    csv: {
      actual: actualUpper === null ? actual : actualText,
      previous: previousUpper === null ? previous : previousText,
    },
  };
}

export const timeText = ({ at }: EconomicDate): string => (at ? formatTime(at, EXCHANGE_ZONE) : UNKNOWN);

const csvColumn = (title: string, value: (line: Line) => CsvValue): Column<Line> => ({
  key: title,
  title,
  value,
  render: () => null,
});

/** The columns of the CSV file, which has a row per figure. */
export const CSV_COLUMNS: readonly Column<Line>[] = [
  csvColumn('Date', ({ release }) => release.date),
  csvColumn('Time (New York)', ({ release }) => timeText(release)),
  csvColumn('Release', ({ release: { name, period } }) => [name, period].filter(Boolean).join(', ')),
  csvColumn('Impact', ({ release }) => {
    const impact = impactOf(release);
    return impact ? IMPACTS[impact] : null;
  }),
  csvColumn('Source', ({ release }) => release.agency),
  csvColumn('Figure', ({ name }) => name),
  csvColumn('Unit', ({ unit }) => unit),
  csvColumn('Actual', ({ csv }) => csv.actual),
  csvColumn('Previous', ({ csv }) => csv.previous),
];
