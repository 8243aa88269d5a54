import type { CSSProperties, ReactNode } from 'react';
import type { TickerRow } from '~/api/types';
import { Tooltip } from '~/components/layer/Tooltip';
import { MountWhenVisible } from '~/components/MountWhenVisible';
import { SortControl } from '~/components/table/SortControl';
import type { TableView } from '~/components/table/useTableView';
import { useDensity } from '~/state/density';
import type { Column } from './column';
import classes from './TickerCards.module.css';
import { RowHead, TickerLine } from './TickerRowParts';

/** Up to this many rows need no sort control. */
const FEW_ROWS = 5;
/** The number of rows that mount at once. They fill the tallest phone; the others mount when they come near the screen. */
const FIRST_ROWS = 12;
/** Height of a card in px at the default font size, without and with details. */
const CARD_HEIGHT = 68;
const DETAILED_CARD_HEIGHT = 85;

/** The rows as cards on a phone, with a sort control above. */
export default function TickerCards<Row extends TickerRow>(view: TableView<Row>) {
  const [density] = useDensity();
  const at = (place: Column<Row>['inCard']) => view.columns.find(({ inCard }) => inCard === place);
  const [lead, remark, tail] = [at('lead'), at('remark'), at('tail')];
  // Shows the sort value in the header of the card.
  const over = view.sort?.key === '7d' ? '7d' : '24h';
  const details = view.columns.filter(
    (column) => (column.inCard === true && column.key !== over) || (over === '7d' && column.key === '24h'),
  );
  const changeTitle = view.columns.find(({ key }) => key === '24h')?.short ?? 'Change';
  const hidden = view.rows.length - FIRST_ROWS;
  const cardHeight = details.length > 0 ? DETAILED_CARD_HEIGHT : CARD_HEIGHT;
  const card = (row: Row, index: number) => (
    <li key={row.id} className={classes.card}>
      <TickerLine row={row} over={over} lead={lead?.render(row, index)} tail={tail?.render(row, index)} />
      {remark && <p className={classes.remark}>{remark.render(row, index)}</p>}
      {details.length > 0 && <Details row={row} index={index} columns={details} />}
    </li>
  );
  return (
    <>
      {view.rows.length > FEW_ROWS && <SortControl {...view} />}
      <RowHead tailed={tail !== undefined} change={over === '7d' ? '7d' : changeTitle} />
      <ul aria-label={view.label} data-density={density}>
        {view.rows.slice(0, FIRST_ROWS).map(card)}
        {hidden > 0 && (
          <MountWhenVisible as="li" waiting={<div style={{ height: `${(hidden * cardHeight) / 16}rem` }} />}>
            <Later rows={view.rows.slice(FIRST_ROWS)} card={card} />
          </MountWhenVisible>
        )}
      </ul>
    </>
  );
}

interface LaterProps<Row extends TickerRow> {
  rows: readonly Row[];
  card: (row: Row, index: number) => ReactNode;
}

/** The cards after the first ones: a separate component, so that they are not created before they mount. */
const Later = <Row extends TickerRow>({ rows, card }: LaterProps<Row>) =>
  rows.map((row, index) => card(row, FIRST_ROWS + index));

interface DetailsProps<Row extends TickerRow> {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
}

/** Maximum number of facts per row, each below its title; four facts use two rows with titles at the side. */
const FACTS_PER_ROW = 3;

/** Words need more room than numbers. */
const isText = <Row extends TickerRow>({ align, bare }: Column<Row>) =>
  (align === 'left' && !bare) || undefined;

/** Columns of equal width on every card, so that numbers align across cards. */
function Details<Row extends TickerRow>({ row, index, columns }: DetailsProps<Row>) {
  const facts = columns.filter(({ bare }) => !bare).length;
  const isLine = facts > 1 && columns.every(({ short }) => short !== undefined);
  const line = isLine ? 'one' : facts > FACTS_PER_ROW ? 'two' : undefined;
  return (
    <dl
      className={classes.details}
      data-one={(facts === 1 && columns.length === 1) || undefined}
      data-line={line}
      style={{ '--facts': line === 'two' ? 2 : Math.max(1, facts) } as CSSProperties}
    >
      {columns.map((column) => (
        <div
          key={column.key}
          data-bare={column.bare}
          data-text={isText(column)}
          data-tip={column.tip ? true : undefined}
        >
          <Title column={column} isLine={isLine} />
          <dd className="num">{column.render(row, index)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Title<Row extends TickerRow>({ column, isLine }: { column: Column<Row>; isLine: boolean }) {
  const { title, short = title, tip, bare } = column;
  if (bare || (isLine && short === '')) return <dt className="visually-hidden">{title}</dt>;
  const shown = <dt>{isLine ? short : title}</dt>;
  return tip ? <Tooltip label={tip}>{shown}</Tooltip> : shown;
}
