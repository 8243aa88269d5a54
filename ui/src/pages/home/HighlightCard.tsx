import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { tickerQuery } from '~/api/queries';
import { Icon } from '~/components/Icon';
import { Late } from '~/components/Late';
import { Panel } from '~/components/Panel';
import { directionOf, formatPercent } from '~/market/format';
import { Spark } from '~/widgets/Spark';
import classes from './HighlightCard.module.css';
import { RALLY } from './rally';

const RallyModal = lazy(() => import('./RallyModal'));

/** HOME-11: the week of the S&P 500 as it is, and the door to a fixed analysis with its date. */
export function HighlightCard() {
  const { data: index } = useQuery(tickerQuery('^GSPC'));
  const [opened, { open, close }] = useDisclosure(false);
  const week = index?.change7d ?? null;
  return (
    <Panel title="Today's Highlight" aside="S&P 500, 1W">
      <div className={classes.figure}>
        <span className={`num ${classes.change} ${directionOf(week)}`}>{formatPercent(week)}</span>
        {index && <Spark points={index.spark} change={week} width={148} height={44} />}
      </div>
      <h3 className={classes.headline}>{RALLY.title}</h3>
      <p className={classes.summary}>{RALLY.summary}</p>
      <div className={classes.foot}>
        <span>Last updated: {RALLY.lastUpdated}</span>
        <button type="button" className={classes.more} onClick={open}>
          Read analysis <Icon name="arrow" size={14} />
        </button>
      </div>
      {opened && (
        <Late>
          <RallyModal onClose={close} />
        </Late>
      )}
    </Panel>
  );
}
