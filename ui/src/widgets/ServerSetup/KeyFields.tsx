import type { ServerSettings } from '~/api/types';
import { TextField } from '~/components/form/fields';
import { isFixed } from './draft';
import { FixedNote } from './FixedNote';
import type { FieldsProps } from './MarketFields';
import classes from './ServerSetup.module.css';

type Key = ServerSettings['keys'][number];

/** Names of the providers with keys, and what a key is for. */
const PROVIDERS: Readonly<Record<string, readonly [name: string, use: string]>> = {
  finnhub: ['Finnhub', 'Prices of US stocks while the preferred sources are silent.'],
  twelve_data: ['Twelve Data', 'Prices of US stocks while the preferred sources are silent.'],
  coingecko: ['CoinGecko', 'More requests for cryptocurrencies.'],
  bls: ['US Bureau of Labor Statistics', 'More requests for economic figures.'],
  openfigi: ['OpenFIGI', 'More requests for ISINs.'],
};

/** API keys. All are optional, and none is ever shown. */
export function KeyFields({ settings, draft, onChange }: FieldsProps) {
  return (
    <div className={classes.fields}>
      {settings.keys.map((key) => (
        <KeyField
          key={key.provider}
          setting={key}
          value={draft.keys[key.provider] ?? ''}
          onChange={(text) => onChange({ keys: { ...draft.keys, [key.provider]: text } })}
        />
      ))}
    </div>
  );
}

interface KeyFieldProps {
  setting: Key;
  value: string;
  onChange: (text: string) => void;
}

function KeyField({ setting, value, onChange }: KeyFieldProps) {
  const [name, use] = PROVIDERS[setting.provider] ?? [setting.provider, ''];
  return (
    <div>
      <TextField
        type="password"
        label={`${name} key`}
        description={use}
        placeholder={setting.isSet ? 'A key is set' : ''}
        disabled={isFixed(setting)}
        value={value}
        onChange={onChange}
      />
      <FixedNote setting={setting} />
    </div>
  );
}
