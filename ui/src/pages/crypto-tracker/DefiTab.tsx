import { Panel } from '~/components/Panel';
import { formatDollars } from '~/market/format';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';
import { RANK } from './AllTab';
import { WEEK } from './ComparisonTab';
import classes from './CryptoTracker.module.css';
import type { RankedCoin } from './ranking';

/** CTRK-02: the ranks shown. */
const [FIRST, LAST] = [7, 12];

/** The TVL column; marks estimates. */
const locked = (known: number, of: number): Column<RankedCoin> => ({
  key: 'tvl',
  title: known === 0 ? 'TVL (estimate)' : 'TVL',
  short: 'TVL',
  value: ({ tvl }) => tvl?.value ?? null,
  render: ({ tvl }) => (
    <>
      <span className={tvl?.isEstimate ? classes.estimate : undefined}>
        {tvl?.isEstimate && known === 0 && '~'}
        {formatDollars(tvl?.value)}
      </span>
      {known > 0 && tvl?.isEstimate && <span className={classes.estimate}> est.</span>}
    </>
  ),
  tip: `Total value locked, ${known < of ? 'estimated as 40% of the market cap where no source reports it' : 'as reported by DefiLlama'}`,
  inCard: true,
});

const FIGURES: Column<RankedCoin>[] = [
  columns.sparkIfRoom,
  columns.price,
  columns.change24h,
  WEEK,
  columns.marketCap,
];

/** CTRK-02: coins of several categories, with a category column. */
const MIXED: Column<RankedCoin>[] = [
  RANK,
  columns.name,
  { ...columns.sector, key: 'protocol', title: 'Protocol', short: '' },
  ...FIGURES,
];

/** DeFi protocols only, as in the heading: traded value instead of the category. */
const PROTOCOLS: Column<RankedCoin>[] = [RANK, columns.name, ...FIGURES, columns.tradedValue];

/** The sector of protocol tokens. */
const SECTOR = 'DeFi';

/** CTRK-02: ranks 7 to 12 with their total value locked, as reported by a source or estimated. */
export default function DefiTab({ ranked }: { ranked: readonly RankedCoin[] }) {
  const shown = ranked.filter(({ rank }) => rank >= FIRST && rank <= LAST);
  const known = knownOf(shown);
  const protocols = ranked.filter(({ sector }) => sector === SECTOR);
  return (
    <>
      {protocols.length > 0 && (
        <Panel
          className={`${classes.defi} ${classes.protocols}`}
          title="Decentralized Finance"
          aside={<SampleBadge shown={protocols.some(({ isSample }) => isSample)} />}
        >
          <TickerTable
            label="Decentralized Finance"
            rows={protocols}
            columns={[...PROTOCOLS, locked(knownOf(protocols), protocols.length)]}
            initialSort={{ key: 'rank', dir: 'asc' }}
            urlPrefix="protocols-"
            emptyText=""
          />
        </Panel>
      )}
      <Panel
        className={classes.defi}
        title={`By market cap, ranks ${FIRST} to ${LAST}`}
        aside={<SampleBadge shown={ranked.some(({ isSample }) => isSample)} />}
      >
        <TickerTable
          label="DeFi"
          rows={shown}
          columns={[...MIXED, locked(known, shown.length)]}
          initialSort={{ key: 'rank', dir: 'asc' }}
          emptyText="No cryptocurrencies available at this time."
        />
        <p className={classes.foot}>
          {' '}
          Ranks {FIRST} to {LAST} by market cap. {lockedText(known, shown.length)}
        </p>
      </Panel>
    </>
  );
}

const knownOf = (rows: readonly RankedCoin[]) => rows.filter(({ tvl }) => tvl && !tvl.isEstimate).length;

function lockedText(known: number, of: number): string {
  if (known === 0) return 'TVL here is an estimate: 40% of the market cap.';
  const explained = 'TVL is the total value locked in the protocol, as reported by DefiLlama';
  return known === of ? `${explained}.` : `${explained}; 'est.' is an estimate, 40% of the market cap.`;
}
