import { Panel } from '~/components/Panel';
import { formatDollars } from '~/market/format';
import { SampleBadge } from '~/widgets/SampleBadge';
import { type Column, columns, TickerTable } from '~/widgets/TickerTable';
import { RANK } from './AllTab';
import { WEEK } from './ComparisonTab';
import classes from './CryptoTracker.module.css';
import type { RankedCoin } from './ranking';

/** CTRK-02: the ranks shown. */
const [FIRST_RANK, LAST_RANK] = [7, 12];

/** The TVL column; marks estimates. */
const tvlColumn = (reportedCount: number, count: number): Column<RankedCoin> => ({
  key: 'tvl',
  title: reportedCount === 0 ? 'TVL (estimate)' : 'TVL',
  short: 'TVL',
  value: ({ tvl }) => tvl?.value ?? null,
  render: ({ tvl }) => (
    <>
      <span className={tvl?.isEstimate ? classes.estimate : undefined}>
        {tvl?.isEstimate && reportedCount === 0 && '~'}
        {formatDollars(tvl?.value)}
      </span>
      {reportedCount > 0 && tvl?.isEstimate && <span className={classes.estimate}> est.</span>}
    </>
  ),
  tip: `Total value locked, ${reportedCount < count ? 'estimated as 40% of the market cap where no source reports it' : 'as reported by DefiLlama'}`,
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
const PROTOCOL_SECTOR = 'DeFi';

/** CTRK-02: ranks 7 to 12 with their total value locked, as reported by a source or estimated. */
export default function DefiTab({ ranked }: { ranked: readonly RankedCoin[] }) {
  const shownCoins = ranked.filter(({ rank }) => rank >= FIRST_RANK && rank <= LAST_RANK);
  const reportedCount = reportedCountOf(shownCoins);
  const protocols = ranked.filter(({ sector }) => sector === PROTOCOL_SECTOR);
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
            columns={[...PROTOCOLS, tvlColumn(reportedCountOf(protocols), protocols.length)]}
            initialSort={{ key: 'rank', dir: 'asc' }}
            urlPrefix="protocols-"
            emptyText=""
          />
        </Panel>
      )}
      <Panel
        className={classes.defi}
        title={`By market cap, ranks ${FIRST_RANK} to ${LAST_RANK}`}
        aside={<SampleBadge shown={ranked.some(({ isSample }) => isSample)} />}
      >
        <TickerTable
          label="DeFi"
          rows={shownCoins}
          columns={[...MIXED, tvlColumn(reportedCount, shownCoins.length)]}
          initialSort={{ key: 'rank', dir: 'asc' }}
          emptyText="No cryptocurrencies available at this time."
        />
        <p className={classes.foot}>
          {' '}
          Ranks {FIRST_RANK} to {LAST_RANK} by market cap. {tvlText(reportedCount, shownCoins.length)}
        </p>
      </Panel>
    </>
  );
}

const reportedCountOf = (rows: readonly RankedCoin[]) =>
  rows.filter(({ tvl }) => tvl && !tvl.isEstimate).length;

function tvlText(reportedCount: number, count: number): string {
  if (reportedCount === 0) return 'TVL here is an estimate: 40% of the market cap.';
  const explained = 'TVL is the total value locked in the protocol, as reported by DefiLlama';
  return reportedCount === count
    ? `${explained}.`
    : `${explained}; 'est.' is an estimate, 40% of the market cap.`;
}
