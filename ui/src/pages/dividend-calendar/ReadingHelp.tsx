import { Panel } from '~/components/Panel';
import { Prose } from '~/components/Prose';

/** What the words of this page mean. */
export function ReadingHelp() {
  return (
    <Panel title="Reading the calendar">
      <Prose>
        <h3>Ex-dividend day</h3>
        <p>
          The first day on which a buyer no longer gets the payment. Who holds the share when the day begins
          is paid, usually some weeks later.
        </p>
        <h3>Estimated</h3>
        <p>
          The day is announced or follows from the payer’s rhythm; the amount is that of the payments before.
        </p>
        <h3>Yield</h3>
        <p>A year of such payments, in percent of the price on that day.</p>
      </Prose>
    </Panel>
  );
}
