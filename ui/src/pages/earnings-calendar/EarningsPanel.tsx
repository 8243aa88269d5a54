import type { ReactNode } from 'react';
import { earningsQuery } from '~/api/queries';
import type { EarningsEvent } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { CsvBar } from '~/components/table/CsvBar';
import { useIsPhone } from '~/hooks/useIsPhone';
import { RESULT_MEANINGS } from '~/market/surprise';
import { NoSource } from '~/widgets/NoSource';
import { SampleBadge } from '~/widgets/SampleBadge';
import { FILE_COLUMNS } from './columns';

interface Props {
  title: string;
  /** The rows of the panel's CSV file and its name. */
  file?: { label: string; rows: readonly EarningsEvent[] } | undefined;
  /** The panel above already has the sample-data badge. */
  quiet?: boolean;
  /** Contains results, so that the header says which of them are in line. */
  hasResults?: boolean;
  children: ReactNode;
}

/** A panel of reports with a sample-data badge, or a note that no source provides any. */
export function EarningsPanel({ title, file, quiet = false, hasResults = false, children }: Props) {
  // All reports, regardless of the filter above.
  const { data: events } = useQuery(earningsQuery);
  const phone = useIsPhone();
  const aside = (
    <>
      {hasResults && <span>{RESULT_MEANINGS['In-line']}</span>}
      <SampleBadge shown={!quiet && (events?.some((event) => event.isSample) ?? false)} />
    </>
  );
  return (
    <Panel title={title} aside={aside}>
      {file && file.rows.length > 0 && !phone && <CsvBar {...file} columns={FILE_COLUMNS} />}
      {children}
      <NoSource of="earnings dates" list={events} />
    </Panel>
  );
}
