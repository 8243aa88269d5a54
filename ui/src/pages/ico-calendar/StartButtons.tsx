import { Button } from '@mantine/core';
import type { Ico } from '~/api/types';
import { Icon } from '~/components/Icon';
import { type Day, formatShortDay } from '~/market/day';
import classes from './IcoCalendarPage.module.css';
import { startsAround } from './starts';

interface Props {
  icos: readonly Ico[];
  day: Day;
  onDay: (day: Day) => void;
}

/** From a day to the nearest ones on which something starts. */
export function StartButtons({ icos, day, onDay }: Props) {
  const { previous, next } = startsAround(icos, day);
  return (
    <div className={classes.jumps}>
      <Button
        variant="default"
        disabled={!previous}
        leftSection={<Icon name="back" size={16} />}
        onClick={() => previous && onDay(previous)}
      >
        Previous start{previous && <span className={classes.where}>{formatShortDay(previous, day)}</span>}
      </Button>
      <Button
        variant="default"
        disabled={!next}
        rightSection={<Icon name="arrow" size={16} />}
        onClick={() => next && onDay(next)}
      >
        Next start{next && <span className={classes.where}>{formatShortDay(next, day)}</span>}
      </Button>
    </div>
  );
}
