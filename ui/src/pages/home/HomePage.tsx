import { useCountVisit, useIsDeck } from '~/state/homeView';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { DashboardHome } from './dashboard/DashboardHome';
import { Introduction } from './Introduction';
import { Sections } from './Sections';

/** The home page: a welcome page on the first visits, the user's dashboard afterwards. */
export default function HomePage() {
  const isDeck = useIsDeck();
  useCountVisit();
  return (
    <WideLayout isTall hasList={!isDeck}>
      {isDeck ? <DashboardHome /> : <Introduction />}
      <Sections />
    </WideLayout>
  );
}
