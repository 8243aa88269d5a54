import { Columns } from '~/components/Columns';
import { PageHead } from '~/widgets/PageHead/PageHead';
import { AlertForm } from './AlertForm';
import { AlertLists } from './AlertLists';
import { IncludedCard } from './IncludedCard';

/** ALRT-01: what is watched, what fired, and the form for more. */
export default function AlertsPage() {
  return (
    <div className="container">
      <PageHead
        title="Premium Price Alerts"
        text="Judged by the server on every price, whether a page is open or not."
      />
      <Columns
        main={<AlertLists />}
        rail={
          <>
            <AlertForm />
            <IncludedCard />
          </>
        }
      />
    </div>
  );
}
