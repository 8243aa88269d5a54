import type { ReactNode } from 'react';
import { earningsQuery } from '~/api/queries';
import type { EarningsEvent } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Panel } from '~/components/Panel';
import { CsvBar } from '~/components/table/CsvBar';
import { useIsPhone } from '~/hooks/useIsPhone';
import { NoSource } from '~/widgets/NoSource';
import { SampleBadge } from '~/widgets/SampleBadge';
import { FILE_COLUMNS } from './columns';

interface Props {
  title: string;
  /** What is listed, as a file of that name. */
  file?: { label: string; rows: readonly EarningsEvent[] } | undefined;
  /** Another panel above says already that they are invented. */
  quiet?: boolean;
  children: ReactNode;
}

/** A panel of announcements that says when they are invented, or when nothing brings any. */
export function EarningsPanel({ title, file, quiet = false, children }: Props) {
  // All of them, whatever filter stands above.
  const { data: events } = useQuery(earningsQuery);
  const phone = useIsPhone();
  const aside = <SampleBadge shown={!quiet && (events?.some((event) => event.isSample) ?? false)} />;
  return (
    <Panel title={title} aside={aside}>
      {file && file.rows.length > 0 && !phone && <CsvBar {...file} columns={FILE_COLUMNS} />}
      {children}
      <NoSource of="earnings dates" list={events} />
    </Panel>
  );
}
