import { Button } from '@mantine/core';
import { Icon } from '~/components/Icon';
import { type Day, formatShortDay } from '~/market/day';
import classes from './CalendarPanel.module.css';
import { nearestMarks } from './month';

interface Props {
  marks: ReadonlyMap<Day, number>;
  day: Day;
  onDay: (day: Day) => void;
  /** What a marked day has: 'start' makes 'Previous start' and 'Next start'. */
  noun: string;
}

/** From a day to the nearest marked ones on either side. */
export function JumpButtons({ marks, day, onDay, noun }: Props) {
  const { previous, next } = nearestMarks(marks, day);
  return (
    <div className={classes.jumps}>
      <Button
        variant="default"
        disabled={!previous}
        leftSection={<Icon name="back" size={16} />}
        onClick={() => previous && onDay(previous)}
      >
        Previous {noun}
        {previous && <span className={classes.where}>{formatShortDay(previous, day)}</span>}
      </Button>
      <Button
        variant="default"
        disabled={!next}
        rightSection={<Icon name="arrow" size={16} />}
        onClick={() => next && onDay(next)}
      >
        Next {noun}
        {next && <span className={classes.where}>{formatShortDay(next, day)}</span>}
      </Button>
    </div>
  );
}
