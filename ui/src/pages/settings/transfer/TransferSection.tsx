import { Link } from 'react-router-dom';
import { ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { paths } from '~/paths';
import { useReadOnly } from '~/widgets/useReadOnly';
import { ImportPanel } from './ImportPanel';
import classes from './Transfer.module.css';

/** Everything that was made here as one file, and such a file in again. */
export default function TransferSection() {
  const readOnly = useReadOnly();
  return (
    <div className={classes.section}>
      <Panel title="Export">
        <p>
          One file with what was made here: lists with their notes, alerts, boards, the settings for every
          device, and prices that were imported from files. Any Marketdeck takes it in.
        </p>
        <p>
          Prices of the market, the history of alerts, and alert channels with their secrets are not in it. A
          copy of the whole database is on <Link to={paths.status}>Status</Link>.
        </p>
        {readOnly ? (
          <p>A server that is for reading only gives no export.</p>
        ) : (
          <ButtonLink
            className={classes.first}
            leftSection={<Icon name="download" size={16} />}
            to="/api/export"
            reloadDocument
            download
          >
            Export
          </ButtonLink>
        )}
      </Panel>
      <ImportPanel />
    </div>
  );
}
