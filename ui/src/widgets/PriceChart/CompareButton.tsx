import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Popup } from '~/components/layer/Popup';
import { retryingLazy } from '~/components/layer/retryingLazy';
import classes from './Indicators.module.css';
import { MAX_COMPARED } from './useCompared';

const CompareList = retryingLazy(() => import('../CompareList'));

interface Props {
  symbol: string;
  compared: readonly string[];
  onChange: (symbols: readonly string[]) => void;
  opened: boolean;
  onOpened: (opened: boolean) => void;
}

/** Selects tickers to compare, drawn as percent changes. The list closes when the maximum is reached, so that it doesn't cover the plot. */
export function CompareButton({ symbol, compared, onChange, opened, onOpened }: Props) {
  const change = (symbols: readonly string[]) => {
    onChange(symbols);
    if (symbols.length > compared.length && symbols.length >= MAX_COMPARED) onOpened(false);
  };
  return (
    <Popup
      label="Compare with other tickers"
      width="17.5rem"
      opened={opened}
      onChange={onOpened}
      tall
      withinPortal={false}
      hideDetached={false}
      className={classes.dropdown}
      trigger={
        <Button
          variant="default"
          data-key="c"
          className={`${classes.button} ${classes.compact}`}
          leftSection={<Icon name="percent" size={16} />}
        >
          <span data-word>Compare</span>
          {compared.length > 0 && <span className={`num ${classes.count}`}>{compared.length}</span>}
        </Button>
      }
    >
      <CompareList
        symbol={symbol}
        own={symbol}
        compared={compared}
        onChange={change}
        maxCompared={MAX_COMPARED}
        fullText="Up to four: remove one to add another."
      />
    </Popup>
  );
}
