import { Link } from 'react-router-dom';
import { Dialog } from '~/components/layer/Dialog';
import { SEARCH_LINKS } from '~/pageList';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './CommandSearch.module.css';
import { endTypeAhead } from './typeAhead';

/** Search from anywhere: `/` or Ctrl-K opens it. */
export default function CommandSearch({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Search" width={38.75} placement="top" onClose={onClose}>
      <div className={classes.body}>
        <TickerSearch autoFocus typedAhead={endTypeAhead} onDone={onClose} />
        <nav aria-label="Pages" className={classes.places}>
          {SEARCH_LINKS.map(({ label, to }) => (
            <Link key={to} to={to} onClick={onClose}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </Dialog>
  );
}
