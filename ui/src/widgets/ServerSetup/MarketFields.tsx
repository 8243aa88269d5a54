import type { ServerSettings } from '~/api/types';
import { SelectField } from '~/components/form/fields';
import { DOLLARS } from '~/market/format';
import { currencyName } from '~/market/locale';
import { type Draft, isFixed } from './draft';
import { FixedNote } from './FixedNote';
import classes from './ServerSetup.module.css';

/** Dollars, and the currencies for which the European Central Bank publishes rates. */
const CURRENCIES =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY ZAR'.split(
    ' ',
  );

const MARKETS = [
  {
    value: 'live',
    title: 'Live prices',
    text: 'Real prices from public sources, such as Yahoo Finance and CoinGecko. Your server contacts them.',
  },
  {
    value: 'sample',
    title: 'Sample prices',
    text: 'Simulated prices, to try Marketdeck. Your server contacts no one.',
  },
] as const;

export interface FieldsProps {
  settings: ServerSettings;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

/** The market and the currency. */
export function MarketFields({ settings, draft, onChange }: FieldsProps) {
  const codes = [...new Set([DOLLARS, ...CURRENCIES, draft.displayCurrency])];
  return (
    <div className={classes.fields}>
      <fieldset className={classes.markets} disabled={isFixed(settings.market)}>
        <legend>Market</legend>
        {MARKETS.map(({ value, title, text }) => (
          <label key={value} className={classes.market}>
            <input
              type="radio"
              name="market"
              checked={draft.market === value}
              onChange={() => onChange({ market: value })}
            />
            <span>
              <b>{title}</b>
              <span>{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FixedNote setting={settings.market} />
      <SelectField
        label="Currency for sums"
        description="Amounts in other currencies are converted to it."
        disabled={isFixed(settings.displayCurrency)}
        choices={codes.map((code) => ({ value: code, label: `${code}, ${currencyName(code)}` }))}
        value={draft.displayCurrency}
        onChange={(displayCurrency) => onChange({ displayCurrency })}
      />
      <FixedNote setting={settings.displayCurrency} />
    </div>
  );
}
