import { Chapter } from '~/widgets/Legal/Legal';

/** The nature and limits of the data. */
export function DataChapters() {
  return (
    <>
      <Chapter title="Information, not advice">
        <p>
          Everything here is for information only. Nothing is investment, legal or tax advice, or an offer to
          buy or sell anything. Ratings such as BUY, HOLD or SELL, the line called 'AI Prediction', support
          levels and sentiment are computed by fixed rules from past prices and words. They know nothing about
          you and cannot foresee the future.
        </p>
        <p>
          Investing can cost you all the money you put in, with crypto currencies and token offerings more
          easily than most. Decide for yourself, and ask a qualified adviser where it matters.
        </p>
      </Chapter>
      <Chapter title="The data may be wrong or late">
        <p>
          Sample data is simulated, and panels with it say 'Sample data'. Real market data comes from public
          sources that may be delayed, incomplete, wrong or unavailable. Hover over a price to see its source
          and time. Check with your broker or the exchange before you trade.
        </p>
        <p>
          Data from a source remains subject to that source's own terms. You may look at it here for your own
          use; passing it on may need the source's consent.
        </p>
      </Chapter>
      <Chapter title="Alerts may not arrive">
        <p>
          This server checks alerts against the data it receives, and sends them over channels that the
          operator has set up. A power cut, a lost connection or a late source can delay or prevent them.
          Never rely on an alert as your only protection.
        </p>
      </Chapter>
    </>
  );
}
