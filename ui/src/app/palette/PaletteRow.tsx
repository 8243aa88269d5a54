import type { ReactNode } from 'react';
import type { SymbolPrice } from '~/api/types';
import { Icon } from '~/components/Icon';
import { Skeleton } from '~/components/Skeleton';
import { typeName } from '~/market/format';
import { shortName } from '~/market/shortName';
import { LiveChange, LivePrice } from '~/widgets/LivePrice';
import { Sparkline } from '~/widgets/Sparkline';
import { TickerLogo } from '~/widgets/TickerLogo';
import { FoundPrice } from '~/widgets/TickerSearch/FoundPrice';
import { type EntryItem, type Item, splitAtMatch } from './items';
import classes from './Palette.module.css';

interface Props {
  item: Item;
  /** The search text, highlighted in names. */
  text: string;
  /** The price of a listing found by a provider. */
  price: SymbolPrice | undefined;
  phone: boolean;
}

/** A result row: a ticker, a listing, a page or an action. */
export function PaletteRow({ item, text, price, phone }: Props) {
  if (item.kind === 'entry') return <EntryCells item={item} />;
  if (item.kind === 'listing') {
    const { symbol, name, type, exchange } = item.listing;
    return (
      <>
        <NameCells
          ticker={item.listing}
          symbol={symbol}
          name={name}
          exchangeOrType={exchange ?? typeName(type)}
          text={text}
          phone={phone}
        />
        <span className={classes.found}>
          <FoundPrice of={item.listing} found={price} />
        </span>
        <span className={classes.follow}>
          <Icon name="plus" size={14} />
          Follow
        </span>
      </>
    );
  }
  const { hit, row } = item;
  const exchangeOrType = row?.exchange ?? typeName(hit.type);
  return (
    <>
      <NameCells
        ticker={row ?? hit}
        symbol={hit.symbol}
        name={hit.name}
        exchangeOrType={exchangeOrType}
        text={text}
        phone={phone}
      />
      {/* The price and the sparkline load after the name. */}
      {!row && <Skeleton height="0.875rem" width="4rem" radius="sm" />}
      {row && (
        <>
          <span className={classes.spark}>
            <Sparkline points={row.spark} change={row.change7d ?? row.move7d} width={64} height={22} />
          </span>
          <span className={classes.figures}>
            <b>
              <LivePrice ticker={row} />
            </b>
            <LiveChange ticker={row} />
          </span>
        </>
      )}
    </>
  );
}

interface NameCellsProps extends Pick<Props, 'text' | 'phone'> {
  ticker: Parameters<typeof TickerLogo>[0]['of'];
  symbol: string;
  name: string;
  exchangeOrType: string;
}

function NameCells({ ticker, symbol, name, exchangeOrType, text, phone }: NameCellsProps) {
  return (
    <>
      <TickerLogo of={ticker} size={phone ? 36 : 28} />
      <span className={classes.named}>
        <strong>{symbol}</strong>
        <span>
          <HighlightedName name={shortName(name)} text={text} />
          {phone && `, ${exchangeOrType}`}
        </span>
      </span>
      {!phone && <span className={classes.exchange}>{exchangeOrType}</span>}
    </>
  );
}

function HighlightedName({ name, text }: { name: string; text: string }): ReactNode {
  const [before, match, after] = splitAtMatch(name, text);
  return (
    <>
      {before}
      {match && <b>{match}</b>}
      {after}
    </>
  );
}

/** The cells of a page or an action. */
function EntryCells({ item: { icon, label, detail, isCurrent } }: { item: EntryItem }) {
  return (
    <>
      <span className={classes.icon}>
        <Icon name={icon} size={16} />
      </span>
      <span className={classes.entry}>
        <strong>{label}</strong> {detail && <span>{detail}</span>}
      </span>
      {isCurrent && (
        <span className={classes.current}>
          <Icon name="check" size={14} />
          On
        </span>
      )}
    </>
  );
}
