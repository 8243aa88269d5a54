import { Panel } from '~/components/Panel';
import { Prose } from '~/components/Prose';

/** Explains the terms of this page. */
export function ReadingHelp() {
  return (
    <Panel title="Reading the calendar">
      <Prose>
        <h3>Ex-dividend day</h3>
        <p>
          The first day a buyer no longer gets the payment. If you hold the share when the day begins, you're
          paid, usually a few weeks later.
        </p>
        <h3>Estimated</h3>
        <p>
          The next payment isn't confirmed. Its date is announced or follows from the payer’s schedule; its
          amount is based on earlier payments.
        </p>
        <h3>Yield</h3>
        <p>One year of these payments, as a percentage of the price on the ex-dividend day.</p>
      </Prose>
    </Panel>
  );
}
