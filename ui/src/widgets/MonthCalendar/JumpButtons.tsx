import { Button } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { type Day, formatShortDay } from '~/market/day';
import classes from './CalendarPanel.module.css';
import { nearestMarks } from './month';

interface Props {
  marks: ReadonlyMap<Day, number>;
  day: Day;
  onDay: (day: Day) => void;
  /** The event of a marked day: 'start date' gives 'Previous start date' and 'Next start date'. */
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
        <Word noun={noun} to={previous && formatShortDay(previous, day)}>
          Previous
        </Word>
      </Button>
      <Button
        variant="default"
        disabled={!next}
        rightSection={<Icon name="arrow" size={16} />}
        onClick={() => next && onDay(next)}
      >
        <Word noun={noun} to={next && formatShortDay(next, day)}>
          Next
        </Word>
      </Button>
    </div>
  );
}

interface WordProps {
  noun: string;
  to: string | undefined;
  children: string;
}

/** 'Next start date Nov 23'; on a phone only the arrow and the day are visible. */
function Word({ noun, to, children }: WordProps) {
  return (
    <>
      <span className={to && `${classes.word} visually-hidden-phone`}>
        {children}
        <span className="visually-hidden-phone"> {noun}</span>
      </span>
      {to && <span className={classes.where}>{to}</span>}
    </>
  );
}
