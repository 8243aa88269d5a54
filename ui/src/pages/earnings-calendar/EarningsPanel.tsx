import type { ReactNode } from 'react';
import type { EarningsEvent } from '~/api/types';
import { Panel } from '~/components/Panel';
import { NoSource } from '~/widgets/NoSource';
import { SampleBadge } from '~/widgets/SampleBadge';

interface Props {
  title: string;
  /** All of them, for the badge; undefined while they load. */
  events: readonly EarningsEvent[] | undefined;
  children: ReactNode;
}

/** A panel of announcements that says when they are invented, or when nothing brings any. */
export function EarningsPanel({ title, events, children }: Props) {
  return (
    <Panel title={title} aside={<SampleBadge shown={events?.some((event) => event.isSample) ?? false} />}>
      {children}
      <NoSource of="earnings dates" list={events} />
    </Panel>
  );
}
