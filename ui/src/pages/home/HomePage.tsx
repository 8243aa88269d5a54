import { useCountVisit, useShowsDashboard } from '~/state/homeView';
import { WideLayout } from '~/widgets/WideLayout/WideLayout';
import { DashboardHome } from './dashboard/DashboardHome';
import { Introduction } from './Introduction';
import { Sections } from './Sections';

/** The home page: a welcome page on the first visits, the user's dashboard afterwards. */
export default function HomePage() {
  const showsDashboard = useShowsDashboard();
  useCountVisit();
  return (
    <WideLayout isTall hasList={!showsDashboard}>
      {showsDashboard ? <DashboardHome /> : <Introduction />}
      <Sections />
    </WideLayout>
  );
}
