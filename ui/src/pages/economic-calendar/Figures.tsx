import type { EconomicDate } from '~/api/types';
import { UNKNOWN } from '~/market/format';
import classes from './Figures.module.css';
import { formatActual, formatPrevious, resultsOf } from './results';

interface Props {
  row: EconomicDate;
  /** Leaves out the published figures. */
  previousOnly?: boolean;
}

/** The figures of a release with their names, one per line. */
export function Figures({ row, previousOnly = false }: Props) {
  const figures = resultsOf(row);
  if (figures.length === 0) return UNKNOWN;
  return (
    <ul className={classes.figures}>
      {figures.map((figure) => (
        <li key={figure.name}>
          <span>{figure.name}</span>{' '}
          {previousOnly ? (
            <b>{formatPrevious(figure)}</b>
          ) : (
            <b>
              {formatActual(figure)} <i>({formatPrevious(figure)})</i>
            </b>
          )}
        </li>
      ))}
    </ul>
  );
}
