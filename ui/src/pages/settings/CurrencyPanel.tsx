import { settingsQuery, tickersQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { SelectField } from '~/components/form/fields';
import { Panel } from '~/components/Panel';
import { DOLLARS } from '~/market/format';
import { currencyName } from '~/market/locale';
import { useReadOnly } from '~/widgets/useReadOnly';
import classes from './SettingsPage.module.css';
import { useSaveSharedSetting } from './useSaveSetting';

/** Symbols of currency pairs: 'EURUSD=X', 'JPY=X'. */
const PAIR = /^([A-Z]{3})(USD)?=X$/;

/** The display currency. It applies to every browser, because the server sends the exchange rates to it. */
export function CurrencyPanel() {
  const readOnly = useReadOnly();
  const { data: settings } = useQuery(settingsQuery);
  const { data: pairs = [] } = useQuery(tickersQuery('currency'));
  const save = useSaveSharedSetting();
  const rated = pairs.flatMap(({ symbol, price }) => (price === null ? [] : (PAIR.exec(symbol)?.[1] ?? [])));
  const chosen = settings?.displayCurrency ?? '';
  const codes = [...new Set([DOLLARS, ...rated.sort(), ...(chosen ? [chosen] : [])])];
  const choose = (code: string) => save.mutate({ displayCurrency: code || null });
  return (
    <Panel title="Currency">
      <div className={classes.row}>
        <h3>Second currency</h3>
        <div className={classes.control}>
          <SelectField
            aria-label="Second currency"
            disabled={readOnly || !settings}
            choices={[
              { value: '', label: 'Server default' },
              ...codes.map((code) => ({ value: code, label: `${code}, ${currencyName(code)}` })),
            ]}
            value={chosen}
            onChange={choose}
          />
        </div>
        <p>
          {rated.length > 0
            ? "Saved for every browser. Amounts are converted at the server's rates."
            : 'Saved for every browser. No exchange rates yet.'}
        </p>
      </div>
    </Panel>
  );
}
