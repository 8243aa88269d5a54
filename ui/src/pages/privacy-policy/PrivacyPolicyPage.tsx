import { Chapter, LegalPage } from '~/widgets/Legal/Legal';
import { InYourBrowser, OnTheServer, Outside } from './collected';
import { Rights } from './Rights';

/** NAV-07: the policy of a self-hosted instance, in plain words. */
export default function PrivacyPolicyPage() {
  return (
    <LegalPage title="Privacy Policy">
      <Chapter title="In short">
        <p>
          Marketdeck is software that someone, perhaps you, runs on their own computer: the{' '}
          <strong>operator</strong> of this instance. There are no accounts, no tracking cookies and no
          advertising. What you write stays on that computer, and the makers of the software receive nothing.
        </p>
      </Chapter>
      <OnTheServer />
      <InYourBrowser />
      <Outside />
      <Chapter title="How long it is kept">
        <p>
          Watchlists, entries and alerts are kept until someone deletes them here; of fired alerts, the latest
          1,000. The server keeps five-minute prices for 10 days, hourly prices for 120 days, daily prices
          indefinitely, and the newest 2,000 articles. Deleting the data folder deletes everything. Backups
          the operator makes follow the operator's own rules.
        </p>
      </Chapter>
      <Chapter title="Minimum age">
        <p>
          You must be at least 18 years old to use this service. It is not meant for children, and nothing
          about them is knowingly stored.
        </p>
      </Chapter>
      <Rights />
    </LegalPage>
  );
}
