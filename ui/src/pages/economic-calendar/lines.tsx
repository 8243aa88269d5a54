import type { ReactNode } from 'react';
import type { EconomicDate, EconomicFigure } from '~/api/types';
import type { Column } from '~/components/table/column';
import { type Day, EXCHANGE_ZONE } from '~/market/day';
import { UNKNOWN } from '~/market/format';
import { formatTime } from '~/market/time';
import { Change } from '~/widgets/Change';
import { previousDate } from './moves';
import { IMPACTS, impactOf } from './releases';
import { formatActual, formatPrevious, resultsOf } from './results';

type CsvValue = number | string | null;

/** A figure of a release: the published value, and that of the period before. */
interface Figure {
  name: string;
  unit: string;
  actual: ReactNode;
  previous: ReactNode;
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

/**
 * The figures of a release, and the change of the S&P 500 on its day and on the day of the previous release of its kind. A release
 * without any has one line without a name.
 */
export function linesOf(
  release: EconomicDate,
  dates: readonly EconomicDate[],
  moves: Moves,
  today: Day,
): Line[] {
  const figures = resultsOf(release).map(figureOf);
  const move = release.date < today ? moves.get(release.date) : undefined;
  const lastMove = moves.get(previousDate(dates, release, today) ?? '');
  if (move !== undefined || lastMove !== undefined)
    figures.push({
      name: 'S&P 500 on the day',
      unit: 'percent',
      actual: move === undefined ? UNKNOWN : <Change value={move} />,
      previous: lastMove === undefined ? UNKNOWN : <Change value={lastMove} />,
      csv: { actual: move ?? null, previous: lastMove ?? null },
    });
  const none = {
    name: '',
    unit: '',
    actual: UNKNOWN,
    previous: UNKNOWN,
    csv: { actual: null, previous: null },
  };
  return (figures.length > 0 ? figures : [none]).map((figure, index) => ({
    ...figure,
    id: release.id * MAX_LINES + index,
    release,
  }));
}

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
