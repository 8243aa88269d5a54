import { Tooltip } from '~/components/layer/Tooltip';
import classes from './ReportMarks.module.css';

const LATE_HINT =
  'The alert fired while the server was offline, and was detected when the missing prices arrived.';

interface Props {
  isNew: boolean;
  late: boolean;
  /** The document that the report is about, such as a filing. */
  url: string | null;
}

/** The link to a report's document, and its badges: unread, or detected late. */
export function ReportMarks({ isNew, late, url }: Props) {
  return (
    <>
      {url && (
        <a href={url} target="_blank" rel="noreferrer noopener" className={classes.document}>
          Open document
        </a>
      )}
      {isNew && <span className={classes.new}>New</span>}
      {late && (
        <Tooltip label={LATE_HINT}>
          <span className={classes.late}>Detected late</span>
        </Tooltip>
      )}
    </>
  );
}
