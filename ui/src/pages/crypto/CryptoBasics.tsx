import { ButtonLink } from '~/components/Button';
import { Icon } from '~/components/Icon';
import { Panel } from '~/components/Panel';
import { Prose } from '~/components/Prose';
import { paths } from '~/paths';
import classes from './CryptoPage.module.css';

/** CRYP-01: an introduction for newcomers, with a link to the token offerings. */
export function CryptoBasics() {
  return (
    <Panel title="Understanding Crypto">
      <Prose>
        <h3>A shared ledger</h3>
        <p>
          A cryptocurrency is an entry in a ledger that thousands of computers keep together. No bank can
          reverse a payment, and nobody can restore a lost key.
        </p>
        <h3>Coins and tokens</h3>
        <p>
          A coin such as Bitcoin runs on a network of its own. A token runs on another network and can
          represent a vote, a share of fees, or a dollar.
        </p>
        <h3>Reading market cap</h3>
        <p>
          Price times the coins in circulation. A low price does not make a coin cheap: compare market caps,
          and be wary of a large one with little trading volume.
        </p>
        <h3>Risk</h3>
        <p>
          Prices have halved within months many times, and trading never stops. Invest only what you can
          afford to lose, and keep long-term holdings in a wallet you control.
        </p>
      </Prose>
      <ButtonLink
        to={paths.icos}
        variant="default"
        className={classes.icos}
        rightSection={<Icon name="arrow" size={16} />}
      >
        Browse Latest ICOs
      </ButtonLink>
    </Panel>
  );
}
