import type { RefObject } from 'react';
import { Icon } from '~/components/Icon';
import { csvName, saveFile, saveText, toCsv } from '~/components/table/csv';
import { dayOf } from '~/market/day';
import { rangeLabel } from '~/market/locale';
import { serverNow } from '~/state/clock';
import { toast } from '~/state/toasts';
import classes from './Export.module.css';
import { figuresOf } from './figures';
import { pictureOf } from './picture';
import type { ShownChart } from './shownChart';

interface Props {
  /** What the chart shows; null if there is no chart. */
  shown: RefObject<ShownChart | null>;
  /** An element within the chart's panel. */
  anchor: RefObject<HTMLElement | null>;
  onDone: () => void;
}

/** Exports the chart as a picture or as numbers. */
export default function ExportMenu({ shown, anchor, onDone }: Props) {
  const nameOf = ({ ticker, timeframe }: ShownChart) =>
    csvName(`${ticker.symbol} ${rangeLabel(timeframe)}`, dayOf(serverNow()));
  const save = async (make: (chart: ShownChart) => void | Promise<void>) => {
    try {
      if (shown.current) await make(shown.current);
    } catch (cause) {
      console.error('chart: export failed', cause);
      toast('Error', "Couldn't create the file. Try again.", 'destructive');
    }
    onDone();
  };
  const picture = (chart: ShownChart) => {
    const panel = anchor.current?.closest('section');
    if (!panel) throw new Error('no chart');
    return pictureOf(chart, panel).then((blob) => saveFile(nameOf(chart).replace(/csv$/, 'png'), blob));
  };
  const figures = (chart: ShownChart) => {
    const { rows, columns } = figuresOf(chart);
    saveText(nameOf(chart), toCsv(rows, columns));
  };
  return (
    <div className={classes.menu}>
      <button type="button" data-autofocus onClick={() => save(picture)}>
        <Icon name="chart" size={16} />
        Picture (PNG)
      </button>
      <button type="button" onClick={() => save(figures)}>
        <Icon name="table" size={16} />
        Figures (CSV)
      </button>
    </div>
  );
}
