import { Panel } from '~/components/Panel';
import { Prose } from '~/components/Prose';
import { RESULT_MEANINGS } from '~/market/surprise';

/** Explains the terms of this page and their thresholds. */
export function ReadingHelp() {
  return (
    <Panel title="Reading an earnings report">
      <Prose>
        <h3>EPS</h3>
        <p>
          Earnings per share: the quarter's profit, divided by the number of shares. The estimate is the
          analysts' average.
        </p>
        <h3>Surprise</h3>
        <p>
          How far the result is from the estimate, in percent.
          {Object.values(RESULT_MEANINGS).map((meaning) => ` ${meaning}.`)}
        </p>
        <h3>When it's published</h3>
        <p>
          Before Market means before the New York exchange opens at 9:30 AM; After Market means after it
          closes. Dates are in the exchange's time zone.
        </p>
      </Prose>
    </Panel>
  );
}
