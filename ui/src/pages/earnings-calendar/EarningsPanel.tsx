import type { ReactNode } from 'react';
import type { EarningsEvent } from '~/api/types';
import { Panel } from '~/components/Panel';
import { SampleBadge } from '~/widgets/SampleBadge';

interface Props {
  title: string;
  /** All of them, for the badge. */
  events: readonly EarningsEvent[];
  children: ReactNode;
}

/** A panel of announcements that says when they are invented. */
export function EarningsPanel({ title, events, children }: Props) {
  return (
    <Panel title={title} aside={<SampleBadge shown={events.some((event) => event.isSample)} />}>
      {children}
    </Panel>
  );
}
