import type { ReactNode } from 'react';
import { Icon } from '~/components/Icon';
import classes from './ChartFoot.module.css';

interface Props {
  /** The chart described in a sentence. */
  sentence: ReactNode;
  asTable: boolean;
  onShowTableChange: (asTable: boolean) => void;
}

/** The footer of every chart: its description, and the switch between chart and table. */
export function ChartFoot({ sentence, asTable, onShowTableChange }: Props) {
  return (
    <footer className={classes.foot}>
      <p className="num">{sentence}</p>
      <button
        type="button"
        className={classes.asTable}
        aria-pressed={asTable}
        onClick={() => onShowTableChange(!asTable)}
      >
        <Icon name={asTable ? 'chart' : 'table'} size={15} />
        {asTable ? 'Show as chart' : 'Show as table'}
      </button>
    </footer>
  );
}
