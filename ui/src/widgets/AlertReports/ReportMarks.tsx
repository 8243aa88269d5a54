import { Tooltip } from '~/components/layer/Tooltip';
import classes from './ReportMarks.module.css';

const LATE_HINT = 'This happened while the server was offline. It was found when the missing prices arrived.';

/** Badges of a report: unread, or detected late. */
export function ReportMarks({ isNew, late }: { isNew: boolean; late: boolean }) {
  return (
    <>
      {isNew && <span className={classes.new}>New</span>}
      {late && (
        <Tooltip label={LATE_HINT}>
          <span className={classes.late}>Late</span>
        </Tooltip>
      )}
    </>
  );
}
