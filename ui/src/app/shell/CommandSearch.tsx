import { Modal } from '@mantine/core';
import { Link } from 'react-router-dom';
import { SEARCH_LINKS } from '~/pageList';
import { TickerSearch } from '~/widgets/TickerSearch/TickerSearch';
import classes from './CommandSearch.module.css';

/** Search from anywhere: `/` or Ctrl-K opens it. */
export default function CommandSearch({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Search" size="lg" yOffset="10vh">
      <div className={classes.body}>
        <TickerSearch autoFocus onDone={onClose} />
        <nav aria-label="Pages" className={classes.places}>
          {SEARCH_LINKS.map(({ label, to }) => (
            <Link key={to} to={to} onClick={onClose}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </Modal>
  );
}
