import { useDebouncedValue } from '@mantine/hooks';
import { useEffect } from 'react';
import type { TickerRow } from '~/api/types';
import { ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { paths } from '~/paths';
import { QuotePreview } from '~/widgets/QuotePreview';
import classes from './QuoteSidePanel.module.css';

/** Passing over a row on the way to another one loads no quote. */
const DEBOUNCE_MS = 150;

/** Keys and their effect. */
type Hint = readonly [keys: string, does: string];

const HINTS: readonly Hint[] = [
  ['↑ ↓', 'next row'],
  ['S', 'star'],
  ['A', 'alert'],
  ['Space', 'close'],
];

interface Props {
  row: TickerRow;
  onClose: () => void;
  /** Keyboard hints; by default those of the table next to it. */
  hints?: readonly Hint[];
}

/** The quote of a table row, docked at the side of the window; the table makes room and keeps the keyboard. */
export default function QuoteSidePanel({ row, onClose, hints = HINTS }: Props) {
  const [debouncedRow] = useDebouncedValue(row, DEBOUNCE_MS);
  useEffect(() => {
    document.documentElement.dataset.sheet = '';
    return () => {
      delete document.documentElement.dataset.sheet;
    };
  }, []);
  const { symbol } = debouncedRow;
  const close = (
    <button type="button" className={classes.close} aria-label="Close quote" onClick={onClose}>
      <Icon name="close" size={16} />
    </button>
  );
  return (
    <aside className={classes.sheet} aria-label={`Quote of ${symbol}`} data-print="hide">
      <QuotePreview key={symbol} row={debouncedRow} aside={close} long />
      <div className={classes.actions}>
        <ButtonLink
          to={`${paths.alerts}?${new URLSearchParams({ symbol })}`}
          leftSection={<Icon name="bell" size={16} />}
        >
          Set alert
        </ButtonLink>
        <ButtonLink
          to={paths.ticker(symbol)}
          variant="default"
          rightSection={hints === HINTS && <kbd>Enter</kbd>}
        >
          Open page
        </ButtonLink>
      </div>
      <p className={classes.hints}>
        {hints.map(([keys, does]) => (
          <span key={keys}>
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            {does}
          </span>
        ))}
      </p>
    </aside>
  );
}
