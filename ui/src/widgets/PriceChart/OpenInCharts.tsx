import { useSearchParams } from 'react-router-dom';
import { Icon } from '~/components/Icon';
import { Link } from '~/components/Link';
import { paths } from '~/paths';
import controls from './Indicators.module.css';

/** Opens the chart next to others. The settings of a ticker page's chart are the parameters of its URL. */
export default function OpenInCharts({ symbol }: { symbol: string }) {
  const [parameters] = useSearchParams();
  const chart = [symbol, parameters.toString()].filter(Boolean).join('?');
  return (
    <Link
      className={controls.square}
      to={`${paths.charts}?${new URLSearchParams({ chart1: chart })}`}
      aria-label="Open in charts"
    >
      <Icon name="grid" size={16} />
    </Link>
  );
}
