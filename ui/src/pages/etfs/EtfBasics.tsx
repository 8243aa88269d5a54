import { Panel } from '~/components/Panel';
import { Prose } from '~/components/Prose';

/** ETFS-01: an introduction for newcomers next to the table. */
export function EtfBasics() {
  return (
    <Panel title="ETF Basics">
      <Prose>
        <h3>One share, many holdings</h3>
        <p>
          An exchange-traded fund owns a basket of stocks, bonds or commodities and trades like a single
          share. Buying one share of a broad index fund makes you part owner of hundreds of companies at once.
        </p>
        <h3>What it costs</h3>
        <p>
          The expense ratio is taken out of the fund a little every day. At 0.05% a year, an investment of
          10,000 costs 5; at 0.75% it costs 75, every year, whether the market rises or falls.
        </p>
        <h3>What AUM tells you</h3>
        <p>
          Assets under management are the total value the fund holds. Large funds usually trade with a
          narrower gap between buying and selling price, and are rarely closed.
        </p>
        <h3>Where the income goes</h3>
        <p>
          Dividends and interest are either paid out, monthly or quarterly, or kept and reinvested. The price
          drops by about the payment on the ex-date, so compare funds by total return.
        </p>
        <h3>What can go wrong</h3>
        <p>
          A fund falls with what it holds. Sector and single-country funds swing more than the whole market,
          and leveraged funds are built for days, not for years.
        </p>
      </Prose>
    </Panel>
  );
}
