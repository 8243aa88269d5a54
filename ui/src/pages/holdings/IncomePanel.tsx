import { useState } from 'react';
import { holdingsIncomeQuery } from '~/api/queries';
import type { ExpectedIncome } from '~/api/types';
import { useQuery } from '~/api/useQuery';
import { EmptyState } from '~/components/EmptyState';
import { Link } from '~/components/Link';
import { Panel } from '~/components/Panel';
import { QueryState } from '~/components/QueryState';
import { BlockSkeleton } from '~/components/Skeletons';
import { useMarketDay } from '~/live/useMarketDay';
import { formatMonth, formatMonthName, formatShortDay } from '~/market/day';
import { paths } from '~/paths';
import { useAmountsHidden } from '~/state/amounts';
import { Amount } from '~/widgets/Amount';
import classes from './IncomePanel.module.css';
import { moneyText } from './moneyText';

/** The dividends expected in the next 12 months, by month, with the payments of the chosen month. */
export default function IncomePanel({ listId }: { listId: number | undefined }) {
  const query = useQuery(holdingsIncomeQuery(listId));
  const income = query.data;
  return (
    <Panel
      title="Expected income"
      aside={
        income?.total != null && (
          <span className="num">
            <Amount value={income.total} currency={income.currency} /> in 12 months
          </span>
        )
      }
    >
      <QueryState
        query={query}
        skeleton={<BlockSkeleton height={360} />}
        errorText="Couldn't load the expected income."
      >
        {(income) =>
          income.months.some(({ payments }) => payments.length > 0) ? (
            <Months income={income} />
          ) : (
            <EmptyState text="No dividends are expected in the next 12 months." />
          )
        }
      </QueryState>
    </Panel>
  );
}

type Month = ExpectedIncome['months'][number];

const announcedOf = ({ payments }: Month): number =>
  payments.reduce((sum, { amount, isAnnounced }) => sum + (isAnnounced ? amount : 0), 0);

function Months({ income }: { income: ExpectedIncome }) {
  const { months, currency } = income;
  const [chosen, setChosen] = useState<string>();
  const [hidden] = useAmountsHidden();
  const largest = Math.max(...months.map(({ amount }) => amount));
  const shown =
    months.find(({ month }) => month === chosen) ?? months.find(({ payments }) => payments.length > 0);
  const money = moneyText(currency, hidden);
  return (
    <>
      <fieldset className={classes.months} aria-label="Month">
        {months.map((month) => {
          const announced = announcedOf(month);
          const name = formatMonthName(`${month.month}-01`);
          return (
            <button
              key={month.month}
              type="button"
              aria-pressed={month === shown}
              aria-label={`${name} ${month.month.slice(0, 4)}: ${money(month.amount)}`}
              onClick={() => setChosen(month.month)}
            >
              <span className={classes.column}>
                <span
                  className={classes.projected}
                  style={{ height: `${(100 * (month.amount - announced)) / largest}%` }}
                />
                <span className={classes.announced} style={{ height: `${(100 * announced) / largest}%` }} />
              </span>
              <span className={classes.name}>{name}</span>
            </button>
          );
        })}
      </fieldset>
      <ul className={classes.legend}>
        <li data-announced>announced</li>
        <li>expected once more, a year later</li>
      </ul>
      {shown && <Payments month={shown} currency={currency} />}
    </>
  );
}

function Payments({ month, currency }: { month: Month; currency: string }) {
  const today = useMarketDay();
  return (
    <section aria-label={`Payments in ${formatMonth(`${month.month}-01`)}`} aria-live="polite">
      <h3 className={classes.title}>
        {formatMonth(`${month.month}-01`)}
        <span className="num">
          <Amount value={month.amount} currency={currency} />
        </span>
      </h3>
      {month.payments.length === 0 && <p className={classes.none}>No payments expected.</p>}
      <ul className={classes.payments}>
        {month.payments.map(({ symbol, date, amount, isAnnounced }) => (
          <li key={`${symbol} ${date}`} data-projected={!isAnnounced || undefined}>
            <span className="num">{formatShortDay(date, today ?? date)}</span>
            <Link to={paths.ticker(symbol)}>{symbol}</Link>
            <span className={classes.state}>{isAnnounced ? 'announced' : 'expected'}</span>
            <span className={`num ${classes.amount}`}>
              <Amount value={amount} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
