import { Link } from '~/components/Link';
import { paths } from '~/paths';
import { Chapter } from '~/widgets/Legal/Legal';

/** What users may do and expect. */
export function UseChapters() {
  return (
    <>
      <Chapter title="Fair use">
        <p>Please do not</p>
        <ul>
          <li>try to break into the instance, overload it or get round its limits,</li>
          <li>delete or alter the watchlists and alerts of others without their consent,</li>
          <li>use it for anything unlawful where you or the operator live.</li>
        </ul>
        <p>The operator may restrict or end access at any time.</p>
      </Chapter>
      <Chapter title="Your rights and your data">
        <p>
          What you write into watchlists, notes and alerts remains yours. You may change or delete it at any
          time. What is stored, where, and which rights you have, is explained in the{' '}
          <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
        </p>
      </Chapter>
      <Chapter title="No warranty">
        <p>
          The service is provided as it is, free of charge and without any promise that it is available,
          correct or fit for a purpose. As far as the law allows, neither the operator nor the authors of the
          software are liable for losses from using it or from not being able to. Rights that the law gives
          you and that cannot be waived are not touched.
        </p>
      </Chapter>
      <Chapter title="Changes">
        <p>
          The operator may change these terms; the date at the top says when they last changed. If one
          sentence turns out to be invalid, the others stay in force.
        </p>
      </Chapter>
    </>
  );
}
