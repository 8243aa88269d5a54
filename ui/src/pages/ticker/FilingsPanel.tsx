import { useState } from 'react';
import { filingsQuery } from '~/api/queries';
import type { Filing, TickerDetail } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Button } from '~/components/Button';
import { FilterChips } from '~/components/FilterChips';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { RowSkeletons } from '~/components/Skeletons';
import { formatDate } from '~/market/time';
import { SampleBadge } from '~/widgets/SampleBadge';
import classes from './FilingsPanel.module.css';
import page from './TickerPage.module.css';

/** Number of filings shown at first. */
const INITIAL_COUNT = 10;

const GROUPS = [
  { value: 'all', label: 'All', groups: null },
  { value: 'report', label: 'Reports', groups: ['report'] },
  { value: 'event', label: 'Events', groups: ['event'] },
  { value: 'insider', label: 'Insiders', groups: ['insider'] },
] as const;
type Group = (typeof GROUPS)[number]['value'];

/** The company's newest filings, linked to the original documents. */
export function FilingsPanel({ ticker }: { ticker: TickerDetail }) {
  const query = useQuery(filingsQuery(ticker.id));
  const filings = query.data ?? [];
  return (
    <Panel
      className={query.data?.length === 0 ? `${page.filings} ${page.oneLine}` : page.filings}
      title="Filings"
      aside={<SampleBadge shown={filings.some(({ isSample }) => isSample)} />}
    >
      <QueryState
        query={query}
        skeleton={<RowSkeletons rows={INITIAL_COUNT} height={52} />}
        emptyText="No filings are available for this company."
      >
        {(all) => <Filings filings={all} />}
      </QueryState>
    </Panel>
  );
}

function Filings({ filings }: { filings: readonly Filing[] }) {
  const [group, setGroup] = useState<Group>('all');
  const [isOpen, setIsOpen] = useState(false);
  const inGroup = (value: Group) => {
    const groups: readonly string[] | null = GROUPS.find((one) => one.value === value)?.groups ?? null;
    return filings.filter((filing) => groups === null || groups.includes(filing.group));
  };
  const options = GROUPS.filter(({ value }) => inGroup(value).length > 0);
  const rows = inGroup(group);
  return (
    <>
      {options.length > 2 && (
        <FilterChips label="Kind of filing" options={options} value={group} onChange={setGroup} />
      )}
      <ul className={classes.rows}>
        {(isOpen ? rows : rows.slice(0, INITIAL_COUNT)).map((filing) => (
          <Row key={filing.accession} filing={filing} />
        ))}
      </ul>
      {!isOpen && rows.length > INITIAL_COUNT && (
        <Button variant="default" className={classes.more} onClick={() => setIsOpen(true)}>
          Show all {rows.length} filings
        </Button>
      )}
    </>
  );
}

function Row({ filing: { form, title, filed, period, url } }: { filing: Filing }) {
  const date = period ? `${formatDate(filed)}, for the period to ${formatDate(period)}` : formatDate(filed);
  return (
    <li className={classes.row}>
      <span className={classes.form}>
        <span className="quiet-badge num">{form}</span>
      </span>
      <span className={classes.text}>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {title} <Icon name="external" size={13} />
          </a>
        ) : (
          <span>{title}</span>
        )}
        <small>{date}</small>
      </span>
    </li>
  );
}
