import { useState } from 'react';
import { configQuery } from '~/api/queries';
import { useQuery } from '~/api/useQuery';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { useIsPhone } from '~/hooks/useIsPhone';
import { FOOTER_COLUMNS, type PageLink } from '~/links';
import { useMarketNow } from '~/live/useMarketNow';
import { paths } from '~/paths';
import { CurrentTime } from '~/widgets/CurrentTime';
import classes from './Footer.module.css';
import { Logo } from './Logo';

/** NAV-04: link columns (collapsible on a phone), copyright and disclaimer. */
export function Footer() {
  const year = new Date(useMarketNow()).getFullYear();
  return (
    <footer className={classes.footer} data-print="hide">
      <div className={`container ${classes.columns}`}>
        <div className={classes.brand}>
          <Logo />
          <p id="about" tabIndex={-1}>
            Investment insight for stocks, ETFs, cryptocurrencies, commodities and ICOs, on your own server.
          </p>
          <Contact />
        </div>
        {FOOTER_COLUMNS.map((column) => (
          <Column key={column.title} {...column} />
        ))}
      </div>
      <div className={`container ${classes.legal}`}>
        <p>
          © <CurrentTime>{year}</CurrentTime> Marketdeck. All rights reserved.{' '}
          <Link to={paths.status}>Status</Link> <Link to={paths.sources}>Data Sources</Link>{' '}
          <Link to={paths.boards}>Boards</Link>
        </p>
        <p>Data is provided for informational purposes only and is not investment advice.</p>
      </div>
    </footer>
  );
}

function Contact() {
  const { data } = useQuery(configQuery);
  const address = data?.contactEmail;
  return (
    <p id="contact" tabIndex={-1}>
      {address ? <a href={`mailto:${address}`}>{address}</a> : 'Contact the operator of this server'}
    </p>
  );
}

function Column({ title, links }: { title: string; links: PageLink[] }) {
  const isPhone = useIsPhone();
  const [isExpanded, setIsExpanded] = useState(false);
  const isOpen = !isPhone || isExpanded;
  return (
    <nav className={classes.column} aria-label={title}>
      <h2>
        {isPhone ? (
          <button type="button" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
            {title}
            <Icon name="down" />
          </button>
        ) : (
          title
        )}
      </h2>
      <ul hidden={!isOpen}>
        {links.map(({ label, to }) => (
          <li key={label}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
