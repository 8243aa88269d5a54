import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { formatDateTime } from '~/market/time';
import { serverNow } from '~/state/clock';
import classes from './PrintFoot.module.css';

/** Footer of printed pages: title, time and host. */
export function PrintFoot() {
  const { data: config } = useQuery(configQuery);
  const source = config?.market === 'sample' ? 'Sample data' : 'Live market';
  return (
    <p className={classes.foot}>
      <span>{document.title}</span>
      <span>{formatDateTime(new Date(serverNow()).toISOString())}</span>
      <span>
        {source} from Marketdeck at {location.host}
      </span>
    </p>
  );
}
