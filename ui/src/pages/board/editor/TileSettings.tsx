import { Switch } from '@mantine/core';
import { useEffect, useState } from 'react';
import { watchlistsQuery } from '~/api/queries';
import type { BoardTile, TileContent } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { SelectField, TextField } from '~/components/form/fields';
import { Icon } from '~/components/Icon';
import { listChoices } from '~/market/lists';
import { useKnownSymbols } from '~/widgets/TickerSearch/useKnownSymbols';
import { TILE_KINDS } from '../tileKinds';
import { MARKETS, type TileMarket } from '../tiles/markets';
import { PositionFields } from './PositionFields';
import type { GridRect } from './placement';
import { Segments } from './Segments';
import classes from './Settings.module.css';

interface Props {
  tile: BoardTile;
  readOnly: boolean;
  onMove: (change: Partial<GridRect>) => void;
  onContent: (content: TileContent) => void;
  onRemove: () => void;
}

/** Content and position settings of the selected tile. */
export function TileSettings({ tile, readOnly, onMove, onContent, onRemove }: Props) {
  const { name } = TILE_KINDS[tile.content.kind];
  return (
    <section className={classes.section} aria-label={name}>
      <div className={classes.head}>
        <h2>{name}</h2>
        <button type="button" aria-label={`Remove ${name}`} disabled={readOnly} onClick={onRemove}>
          <Icon name="trash" size={16} />
        </button>
      </div>
      <fieldset disabled={readOnly}>
        <ContentFields content={tile.content} onChange={onContent} />
        <PositionFields rect={tile} onChange={onMove} />
      </fieldset>
    </section>
  );
}

interface FieldsProps<C = TileContent> {
  content: C;
  onChange: (content: TileContent) => void;
}

const RANGES = ['1D', '1W', '1M', '1Y'] as const;

function ContentFields({ content, onChange }: FieldsProps) {
  const toKnownSymbols = useKnownSymbols();
  switch (content.kind) {
    case 'quote':
    case 'chart':
      return (
        <>
          <CommitField
            label="Ticker"
            value={content.symbol}
            onCommit={async (input) => {
              const [symbol = input] = await toKnownSymbols([input]);
              onChange({ ...content, symbol });
            }}
          />
          <Segments
            label="Range"
            choices={RANGES.map((value) => ({ value, label: value }))}
            value={content.range}
            onChange={(range) => onChange({ ...content, range })}
          />
          {content.kind === 'quote' && (
            <>
              <Switch
                label="Session line"
                checked={content.sessionLine}
                onChange={({ currentTarget }) => onChange({ ...content, sessionLine: currentTarget.checked })}
              />
              <Switch
                label="Day low and high"
                checked={content.dayRange}
                onChange={({ currentTarget }) => onChange({ ...content, dayRange: currentTarget.checked })}
              />
            </>
          )}
        </>
      );
    case 'list':
      return <ListFields content={content} onChange={onChange} />;
    case 'holdings':
      return <HoldingsFields content={content} onChange={onChange} />;
    case 'heatmap':
    case 'movers':
    case 'fearGreed':
      return (
        <SelectField
          label="Market"
          value={content.market}
          choices={(Object.keys(MARKETS) as TileMarket[])
            .filter((market) => content.kind !== 'fearGreed' || market !== 'commodities')
            .map((value) => ({ value, label: MARKETS[value].name }))}
          onChange={(market) => onChange({ ...content, market: market as TileMarket })}
        />
      );
    default:
      return null;
  }
}

function HoldingsFields({ content, onChange }: FieldsProps<Extract<TileContent, { kind: 'holdings' }>>) {
  const { data } = useQuery(watchlistsQuery);
  return (
    <>
      <SelectField
        label="List"
        value={content.watchlist === null ? '' : String(content.watchlist)}
        choices={[{ value: '', label: 'All lists' }, ...listChoices(data)]}
        onChange={(id) => onChange({ ...content, watchlist: id ? Number(id) : null })}
      />
      <Switch
        label="Show amounts"
        description="Otherwise only percentages: others may see the screen."
        checked={content.amounts}
        onChange={({ currentTarget }) => onChange({ ...content, amounts: currentTarget.checked })}
      />
    </>
  );
}

function ListFields({ content, onChange }: FieldsProps<Extract<TileContent, { kind: 'list' }>>) {
  const { data } = useQuery(watchlistsQuery);
  const toKnownSymbols = useKnownSymbols();
  return (
    <>
      <SelectField
        label="Shows"
        value={content.watchlist === null ? '' : String(content.watchlist)}
        choices={[{ value: '', label: 'Custom tickers' }, ...listChoices(data)]}
        onChange={(id) =>
          onChange({ ...content, watchlist: id ? Number(id) : null, title: content.title || 'List' })
        }
      />
      {content.watchlist === null && (
        <>
          <CommitField
            label="Title"
            value={content.title}
            onCommit={(title) => onChange({ ...content, title })}
          />
          <CommitField
            label="Tickers"
            description="Comma-separated, up to 24."
            value={content.symbols.join(', ')}
            onCommit={async (text) =>
              onChange({ ...content, symbols: [...new Set(await toKnownSymbols(symbolsIn(text)))] })
            }
          />
        </>
      )}
    </>
  );
}

/** Parses 'aapl, msft' into unique symbols. */
const symbolsIn = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

interface CommitFieldProps {
  label: string;
  description?: string;
  value: string;
  onCommit: (value: string) => void;
}

/** A text field that reports its value on blur or Enter; a half-typed symbol would be invalid. */
export function CommitField({ value, onCommit, ...rest }: CommitFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text.trim() !== value) onCommit(text.trim());
  };
  return (
    <TextField
      {...rest}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
