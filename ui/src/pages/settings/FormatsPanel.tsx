import { SelectField } from '~/components/form/fields';
import { Panel } from '~/components/Panel';
import { useMarketNow } from '~/live/useMarketNow';
import { addDays, formatWeekdayName } from '~/market/day';
import { DOLLARS, formatNumber, formatPrice } from '~/market/format';
import { languageName } from '~/market/locale';
import { formatDateTime } from '~/market/time';
import { firstWeekday } from '~/market/week';
import { useLanguage, useSetting } from '~/state/settings';
import { CurrentTime } from '~/widgets/CurrentTime';
import { ChoiceRow, SettingRow } from './SettingRow';
import classes from './SettingsPage.module.css';
import { useSaveSetting } from './useSaveSetting';

/** Locales with distinct formats, chosen by number of users. */
const LANGUAGES =
  'en-US en-GB en-CA en-AU en-IN de-DE de-AT de-CH fr-FR fr-CA fr-CH es-ES es-MX it-IT pt-PT pt-BR nl-NL da-DK sv-SE nb-NO fi-FI pl-PL cs-CZ hu-HU tr-TR ja-JP ko-KR zh-CN hi-IN'.split(
    ' ',
  );

const FIRST_DAYS = [
  { value: 'auto', label: 'Automatic' },
  { value: 'monday', label: 'Monday' },
  { value: 'saturday', label: 'Saturday' },
  { value: 'sunday', label: 'Sunday' },
] as const;

/** Formats of numbers, dates and times; texts stay English. */
export function FormatsPanel() {
  const [chosen] = useLanguage();
  const [firstDay] = useSetting('first-day');
  const chooseLanguage = useSaveSetting('language');
  const chooseFirstDay = useSaveSetting('first-day');
  const language = chosen || 'auto';
  const tags = LANGUAGES.includes(language) || language === 'auto' ? LANGUAGES : [language, ...LANGUAGES];
  return (
    <Panel title="Numbers and dates">
      <Preview />
      <SettingRow setting="language" name="Region">
        <SelectField
          aria-label="Region"
          choices={[
            { value: 'auto', label: `Automatic: ${languageName(navigator.language)}` },
            ...tags.map((tag) => ({ value: tag, label: languageName(tag) })),
          ]}
          value={language}
          onChange={chooseLanguage}
        />
      </SettingRow>
      <ChoiceRow
        setting="hour-cycle"
        name="Clock"
        labels={{ auto: 'Automatic', h12: '4:05 PM', h23: '16:05' }}
      />
      <SettingRow setting="first-day" name="Week begins on">
        <SelectField
          aria-label="Week begins on"
          choices={FIRST_DAYS}
          value={firstDay}
          onChange={chooseFirstDay}
        />
      </SettingRow>
    </Panel>
  );
}

const A_SUNDAY = '2026-11-22';

/** 'Preview: 1,234.56 · $98.70 · Nov 23, 2026, 4:05 PM EST · weeks begin on Sunday'. */
function Preview() {
  const [firstDay] = useSetting('first-day');
  const now = useMarketNow();
  return (
    <p className={classes.preview} role="status" aria-label="Preview">
      Preview: <b className="num">{formatNumber(1234.56)}</b> ·{' '}
      <b className="num">{formatPrice(98_765.4, 2, { currency: DOLLARS })}</b> ·{' '}
      <b className="num">
        <CurrentTime>{formatDateTime(new Date(now).toISOString())}</CurrentTime>
      </b>{' '}
      · weeks begin on <b>{formatWeekdayName(addDays(A_SUNDAY, firstWeekday(firstDay)))}</b>
    </p>
  );
}
