import type { TickerDetail, UserDrawing } from '~/api/types';
import { drawingName } from '~/chart/drawings/names';
import { Icon } from '~/components/Icon';
import { useAlertLines } from '../extras/useAlertLines';
import classes from './Drawings.module.css';

interface Props {
  ticker: TickerDetail;
  drawing: UserDrawing;
  priceText: (price: number) => string;
  lastPrice: number;
  onDelete: () => void;
  onClose: () => void;
}

/** The selected drawing's name and actions, over the chart. */
export function SelectedBar({ ticker, drawing, priceText, lastPrice, onDelete, onClose }: Props) {
  const { create } = useAlertLines(ticker, priceText);
  const name = drawingName(drawing, priceText);
  const level = drawing.tool === 'level' ? drawing.points[0]?.price : undefined;
  return (
    <fieldset className={classes.note} aria-label={name}>
      <p className="num">{name}</p>
      {level !== undefined && level > 0 && (
        <button
          type="button"
          aria-label="Alert at this price"
          title="Alert at this price"
          onClick={() => create.mutate({ value: level, condition: conditionOf(level, lastPrice) })}
        >
          <Icon name="bell" size={16} />
        </button>
      )}
      <button type="button" aria-label="Delete the drawing" title="Delete (Del)" onClick={onDelete}>
        <Icon name="trash" size={16} />
      </button>
      <button type="button" aria-label="Unselect the drawing" title="Unselect (Esc)" onClick={onClose}>
        <Icon name="close" size={16} />
      </button>
    </fieldset>
  );
}

const conditionOf = (value: number, price: number) =>
  value > price ? 'above' : value < price ? 'below' : 'crosses';
