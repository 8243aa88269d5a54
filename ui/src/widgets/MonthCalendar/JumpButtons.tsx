import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { type Day, formatShortDay } from '~/market/day';
import classes from './CalendarPanel.module.css';
import { nearestMarks } from './month';

interface Props {
  /** The number of events of each marked day. */
  marks: ReadonlyMap<Day, number>;
  day: Day;
  onDay: (day: Day) => void;
  /** What a marked day is called: 'start date' gives 'Previous start date' and 'Next start date'. */
  noun: string;
}

/** Buttons to the nearest marked days before and after. */
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
        <JumpLabel direction="Previous" noun={noun} date={previous && formatShortDay(previous, day)} />
      </Button>
      <Button
        variant="default"
        disabled={!next}
        rightSection={<Icon name="arrow" size={16} />}
        onClick={() => next && onDay(next)}
      >
        <JumpLabel direction="Next" noun={noun} date={next && formatShortDay(next, day)} />
      </Button>
    </div>
  );
}

interface LabelProps {
  direction: 'Previous' | 'Next';
  noun: string;
  /** Undefined if there is no such day. */
  date: string | undefined;
}

/** 'Next start date Nov 23': only the day is visible next to the arrow, or 'Next' if there is no such day. */
function JumpLabel({ direction, noun, date }: LabelProps) {
  return (
    <>
      <span className={date && 'visually-hidden'}>
        {direction}
        <span className="visually-hidden"> {noun}</span>
      </span>
      {date && <span>{date}</span>}
    </>
  );
}
