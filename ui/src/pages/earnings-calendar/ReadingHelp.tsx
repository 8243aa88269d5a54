import { Panel } from '~/components/Panel';
import { Prose } from '~/components/Prose';

/** What the words of this page mean, with the limits they go by. */
export function ReadingHelp() {
  return (
    <Panel title="Reading an earnings report">
      <Prose>
        <h3>EPS</h3>
        <p>
          Earnings per share: the quarter's profit, divided by the number of shares. The estimate is what
          analysts expected on average.
        </p>
        <h3>Surprise</h3>
        <p>
          How far the result lies off the estimate, in percent. Here more than 5% above it is a Beat, more
          than 5% below it a Miss, and anything between is In-line.
        </p>
        <h3>When it is published</h3>
        <p>
          Before Market is before the exchange in New York opens at 9:30 AM, After Market is after it closes.
          Dates are those of the exchange, wherever you are.
        </p>
      </Prose>
    </Panel>
  );
}
