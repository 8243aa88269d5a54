import { Contact } from '~/widgets/Legal/Contact';
import { Chapter } from '~/widgets/Legal/Legal';

/** The user's rights and the contact. */
export function Rights() {
  return (
    <>
      <Chapter title="Your rights">
        <p>Depending on where you live, you may have the right to</p>
        <ul>
          <li>know what is stored about you and receive a copy of it,</li>
          <li>have it corrected or deleted,</li>
          <li>take it elsewhere in a common format,</li>
          <li>object to its use or have that use limited,</li>
          <li>complain to the data protection authority of your country.</li>
        </ul>
        <p>
          Much of this you can do here yourself: watchlists and alerts can be read, changed and deleted on
          their pages. For the rest ask the operator, who decides about the data on this instance.
        </p>
      </Chapter>
      <Chapter title="Contact">
        <p>
          Questions about this policy, and requests about your data, go to <Contact />.
        </p>
      </Chapter>
    </>
  );
}
