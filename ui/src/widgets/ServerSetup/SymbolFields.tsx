import type { ServerSettings } from '~/api/types';
import { Button } from '~/components/Button';
import { AreaField } from '~/components/form/AreaField';
import { SelectField } from '~/components/form/fields';
import { Icon } from '~/components/Icon';
import { isFixed } from './draft';
import { FixedNote } from './FixedNote';
import classes from './ServerSetup.module.css';
import type { OwnSymbols, SymbolRow } from './useSymbolRows';

interface Props {
  settings: ServerSettings;
  own: OwnSymbols;
}

/** The own symbols: a field for pasting a list, and what was found for each text. */
export function SymbolFields({ settings, own }: Props) {
  const { rows } = own;
  const isDisabled = isFixed(settings.symbols);
  const checking = rows.filter(({ state }) => state === 'checking').length;
  const found = rows.filter(({ symbol }) => symbol).length;
  return (
    <div className={classes.fields}>
      <AreaField
        label="Symbols, names or ISINs"
        description="One per line, or separated by commas. Paste a list from another program."
        placeholder={'AAPL\nSAP.DE\nIE00B4L5Y983\nDeutsche Telekom'}
        rows={5}
        isProse
        disabled={isDisabled}
        value={own.typed}
        onChange={own.setTyped}
      />
      <FixedNote setting={settings.symbols} />
      <div>
        <Button variant="default" disabled={isDisabled || !own.hasTyped} onClick={own.addTyped}>
          Check and add
        </Button>
      </div>
      <p role="status" className={classes.count}>
        {checking > 0 && `Looking up ${checking === 1 ? '1 entry' : `${checking} entries`}…`}
        {checking === 0 && rows.length > 0 && `${found} of ${rows.length} found.`}
      </p>
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label="Your symbols">
          {rows.map((row, index) => (
            <li key={row.text}>
              <Found
                row={row}
                isDuplicate={rows.findIndex(({ symbol }) => symbol === row.symbol) < index}
                own={own}
              />
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove ${row.text}`}
                disabled={isDisabled}
                onClick={() => own.remove(row.text)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface FoundProps {
  row: SymbolRow;
  /** Another row above has the same symbol. */
  isDuplicate: boolean;
  own: OwnSymbols;
}

/** What was found for a text. */
function Found({ row, isDuplicate, own }: FoundProps) {
  const { text, state, matches, symbol, reason } = row;
  const [first] = matches;
  if (state === 'choose')
    return (
      <div className={classes.choice}>
        <SelectField
          label={text}
          choices={[
            { value: '', label: 'Choose one' },
            ...matches.map((match) => ({
              value: match.symbol,
              label: [match.symbol, match.name, match.exchange].filter(Boolean).join(', '),
            })),
          ]}
          value={symbol}
          onChange={(choice) => own.choose(text, choice)}
        />
      </div>
    );
  return (
    <div className={classes.found}>
      <b>{symbol || text}</b>
      {state === 'checking' && <span>Looking up…</span>}
      {state === 'found' && first && <span>{[first.name, first.exchange].filter(Boolean).join(', ')}</span>}
      {symbol && isDuplicate && <span>Already in the list</span>}
      {state === 'unknown' && <span className={classes.problem}>Not found</span>}
      {state === 'failed' && (
        <span className={classes.problem}>
          {reason}{' '}
          <button
            type="button"
            className="link-button"
            aria-label={`Look up ${text} again`}
            onClick={() => own.retry(text)}
          >
            Try again
          </button>
        </span>
      )}
    </div>
  );
}
