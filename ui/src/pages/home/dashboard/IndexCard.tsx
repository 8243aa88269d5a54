import { breadthQuery, sessionLineBySymbolQuery } from '~/api/queries';
import type { MarketBreadth, OverviewItem, SessionLine } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { Link } from '~/components/Link';
import { useFlash } from '~/live/useFlash';
import { useOverviewQuote } from '~/live/useQuote';
import { formatOverviewPrice } from '~/market/format';
import { MARKETS_TODAY, type MarketTicker } from '~/market/marketTickers';
import { paths } from '~/paths';
import { Change } from '~/widgets/Change';
import { BreadthBar } from '../BreadthBar';
import { useSessionDrawing } from '../useSessionDrawing';
import classes from './IndexCard.module.css';

/** Eight markets with today's line, and the number of advancing stocks. */
export default function IndexCard() {
  const { data: breadth } = useQuery(breadthQuery);
  return (
    <section className={classes.card} aria-label="Markets today">
      <ul className={classes.cells}>
        {MARKETS_TODAY.map((watched) => (
          <li key={watched.symbol}>
            <Cell {...watched} />
          </li>
        ))}
      </ul>
      <div className={classes.breadth}>{breadth && <BreadthLine breadth={breadth} />}</div>
    </section>
  );
}

function Cell(watched: MarketTicker) {
  const { data: line } = useQuery(sessionLineBySymbolQuery(watched.symbol));
  return line ? <Market line={line} {...watched} /> : null;
}

function Market({ line, symbol, type }: { line: SessionLine } & MarketTicker) {
  const updatedAt = line.points.at(-1)?.timestamp ?? null;
  const { tickerId: id, name, price, currency, change24h: change } = line;
  const live = useOverviewQuote({ id, name, symbol, price, currency, change, type, updatedAt });
  const flash = useFlash<HTMLSpanElement>(live.price);
  return (
    <Link to={paths.ticker(symbol)} className={classes.cell}>
      <span className={classes.name}>{name}</span>
      <span className={`num ${classes.price}`} ref={flash}>
        {formatOverviewPrice(live, live.price)}
      </span>
      <Change value={live.change} />
      <DaySpark line={line} live={live} />
    </Link>
  );
}

/** The line from the open until now; the rest of the day stays empty, and the previous close is dashed. */
function DaySpark({ line, live }: { line: SessionLine; live: OverviewItem }) {
  const drawing = useSessionDrawing(line, live);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={classes.spark} aria-hidden="true">
      {drawing && (
        <>
          {drawing.closeY !== null && (
            <line x1="0" x2="100" y1={drawing.closeY} y2={drawing.closeY} className={classes.close} />
          )}
          <path d={drawing.paths.area} fill={drawing.color} className={classes.area} />
          <path d={drawing.paths.line} fill="none" stroke={drawing.color} className={classes.line} />
        </>
      )}
    </svg>
  );
}

function BreadthLine({ breadth }: { breadth: MarketBreadth }) {
  const { advancing, declining, sectors } = breadth;
  const [best, worst] = [sectors[0], sectors.length > 1 ? sectors.at(-1) : undefined];
  return (
    <>
      <span className={classes.label}>Breadth</span>
      <b className="num up">{advancing} advancing</b>
      <span className={classes.track}>
        <BreadthBar breadth={breadth} />
      </span>
      <b className="num down">{declining} declining</b>
      {best && (
        <span className={classes.sector}>
          {best.name} <Change value={best.change} />
        </span>
      )}
      {worst && (
        <span className={classes.sector}>
          {worst.name} <Change value={worst.change} />
        </span>
      )}
    </>
  );
}
