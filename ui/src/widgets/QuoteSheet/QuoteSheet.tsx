import { useDebouncedValue } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';
import type { TickerRow } from '~/api/types';
import { Button, ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { useRootAttribute } from '~/hooks/useRootAttribute';
import { quotes } from '~/live/feed';
import { merge } from '~/live/merge';
import { formatPercent, formatPlainPrice } from '~/market/format';
import { paths } from '~/paths';
import { serverNow } from '~/state/clock';
import { toggleQuickAlert } from '~/widgets/QuickAlert';
import { QuotePreview } from '~/widgets/QuotePreview';
import { WatchStar } from '~/widgets/WatchStar';
import classes from './QuoteSheet.module.css';
import { SheetChart } from './SheetChart';
import { SheetFacts } from './SheetFacts';

/** Passing over a row on the way to another one loads no quote. */
const DEBOUNCE_MS = 150;

/** Keys and their effect. */
export type Hint = readonly [keys: string, action: string];

interface Props {
  row: TickerRow;
  onClose: () => void;
  hints: readonly Hint[];
  /** Called with the row whose quote is shown, after a pause. */
  onSettle?: (row: TickerRow) => void;
  sheet?: RefObject<HTMLElement | null>;
}

/** The quote of a row or a tile, docked at the side of the window; the page becomes narrower and keeps the keyboard focus. */
export default function QuoteSheet({ row, onClose, hints, onSettle, sheet }: Props) {
  const [settledRow] = useDebouncedValue(row, DEBOUNCE_MS);
  useRootAttribute('data-sheet');
  const { symbol } = settledRow;
  const announced = useAnnounced(settledRow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another ticker, not for its newer data
  useEffect(() => onSettle?.(settledRow), [symbol]);
  const close = (
    <button type="button" className={classes.close} aria-label="Close quote" onClick={onClose}>
      <Icon name="close" size={16} />
    </button>
  );
  return (
    <aside ref={sheet} className={classes.sheet} aria-label={`Quote of ${symbol}`} data-print="hide">
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      <div className={classes.body}>
        <QuotePreview
          key={symbol}
          row={settledRow}
          aside={close}
          long={{ chart: <SheetChart ticker={settledRow} />, facts: <SheetFacts symbol={symbol} /> }}
        />
      </div>
      <div className={classes.foot}>
        <div className={classes.actions}>
          <WatchStar key={symbol} ticker={settledRow} />
          <Button
            variant="default"
            leftSection={<Icon name="bell" size={16} />}
            aria-haspopup="dialog"
            onClick={(event) => openAlert(settledRow, event.currentTarget)}
          >
            Alert
          </Button>
          <ButtonLink to={paths.ticker(symbol)} rightSection={<Icon name="arrow" size={16} />}>
            Open page
          </ButtonLink>
        </div>
        <p className={classes.hints}>
          {hints.map(([keys, action]) => (
            <span key={keys}>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
              {action}
            </span>
          ))}
        </p>
      </div>
    </aside>
  );
}

/** Opens the alert form, which a heatmap in full screen would cover. */
function openAlert(ticker: TickerRow, button: HTMLElement): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  toggleQuickAlert(ticker, button);
}

/** Returns what a screen reader announces of another ticker: name, price and change at that moment, not every later price. */
function useAnnounced(row: TickerRow): string {
  const [text, setText] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another ticker only
  useEffect(() => {
    const { symbol, name, price, change24h } = merge(row, quotes.get(row.id), serverNow());
    const figures = price === null ? '' : `, ${formatPlainPrice(price, row)}, ${formatPercent(change24h)}`;
    setText(`${symbol}, ${name}${figures}`);
  }, [row.id]);
  return text;
}
