import { Contact } from '~/widgets/Legal/Contact';
import { Chapter, LegalPage } from '~/widgets/Legal/Legal';
import { DataChapters } from './DataChapters';
import { UseChapters } from './UseChapters';

/** NAV-07: the terms between an operator and the users of an instance. */
export default function TermsOfUsePage() {
  return (
    <LegalPage title="Terms of Use">
      <Chapter title="Who these terms are between">
        <p>
          Marketdeck is free software that an <strong>operator</strong> runs on a computer of their own. These
          terms are between you and the operator of this instance. By using it you accept them; if you do not,
          please do not use it. The software itself is licensed separately, under the MIT license or the
          Apache license 2.0, as you choose.
        </p>
      </Chapter>
      <Chapter title="Minimum age">
        <p>You must be at least 18 years old to use this service.</p>
      </Chapter>
      <DataChapters />
      <UseChapters />
      <Chapter title="Contact">
        <p>
          Questions about these terms go to <Contact />.
        </p>
      </Chapter>
    </LegalPage>
  );
}
