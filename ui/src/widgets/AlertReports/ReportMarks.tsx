import { Tooltip } from '~/components/layer/Tooltip';
import classes from './ReportMarks.module.css';

const LATE = 'It happened while the server was away, and was noticed when the missing prices came in.';

/** What is said of a report beside its sentence: nobody has read it yet, it was noticed late. */
export function ReportMarks({ isNew, late }: { isNew: boolean; late: boolean }) {
  return (
    <>
      {isNew && <span className={classes.new}>New</span>}
      {late && (
        <Tooltip label={LATE}>
          <span className={classes.late}>Late</span>
        </Tooltip>
      )}
    </>
  );
}
