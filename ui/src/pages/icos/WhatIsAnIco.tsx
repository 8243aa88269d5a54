import { Panel } from '~/components/Panel';
import { Prose } from '~/components/Prose';

/** ICOS-01: an introduction for newcomers. */
export function WhatIsAnIco() {
  return (
    <Panel title="What is an ICO?">
      <Prose>
        <p>
          In an initial coin offering, a project sells tokens to the public to pay for building a product that
          doesn't exist yet. Buyers hope to use the token later, or to sell it for more.
        </p>
        <h3>How it differs from a share</h3>
        <p>
          A token is usually neither ownership nor a claim on profits. Your rights are defined in the
          project's white paper, and often nowhere else.
        </p>
        <h3>Before you put money in</h3>
        <p>
          Ask who builds it and whether they have delivered before, how many tokens the team keeps and when
          they may sell, and what happens to your money if the target is missed.
        </p>
        <h3>The risk</h3>
        <p>
          Most offerings end below their issue price, some are frauds, and in some countries taking part is
          not allowed. Invest only what you can afford to lose.
        </p>
      </Prose>
    </Panel>
  );
}
