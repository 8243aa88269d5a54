import type { Holdings, TickerType } from '~/api/types';
import { Panel } from '~/components/Panel';
import { ViewSwitch } from '~/components/ViewSwitch';
import { useUrlChoice } from '~/hooks/useUrlChoice';
import { formatRate, typeName } from '~/market/format';
import { currencyName } from '~/market/locale';
import { Amount } from '~/widgets/Amount';
import classes from './GroupsPanel.module.css';

const KINDS = ['sector', 'country', 'currency', 'type'] as const;
type Kind = (typeof KINDS)[number];

const VIEWS: readonly { value: Kind; label: string }[] = [
  { value: 'sector', label: 'Sector' },
  { value: 'country', label: 'Country' },
  { value: 'currency', label: 'Currency' },
  { value: 'type', label: 'Type' },
];

/** The name of a group; `name` is empty if it is unknown. */
function nameOf(kind: Kind, name: string): string {
  if (name === '') return kind === 'sector' ? 'Funds and others' : 'Unknown';
  if (kind === 'type') return typeName(name as TickerType);
  return kind === 'currency' ? currencyName(name) : name;
}

interface Props {
  groups: Holdings['groups'];
  /** The display currency. */
  currency: string;
}

/** The weights by sector, country, currency or type, as bars. */
export default function GroupsPanel({ groups, currency }: Props) {
  const [kind, setKind] = useUrlChoice('by', KINDS);
  const largest = Math.max(...groups[kind].map(({ weight }) => weight));
  return (
    <Panel title="Breakdown">
      <div className={classes.views}>
        <ViewSwitch label="Group by" views={VIEWS} value={kind} onChange={setKind} />
      </div>
      <ul className={classes.bars} aria-label={`Weights by ${kind}`}>
        {groups[kind].map(({ name, value, weight }) => (
          <li key={name}>
            <span className={classes.name}>{nameOf(kind, name)}</span>
            <span className={`num ${classes.value}`}>
              <Amount value={value} currency={currency} />
            </span>
            <span className={`num ${classes.weight}`}>{formatRate(weight, 1)}</span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${Math.max(0, (100 * weight) / largest)}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
