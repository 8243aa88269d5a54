import type { TickerDetail } from '~/api/types';
import { FilingsPanel } from './FilingsPanel';
import { FundamentalsPanel } from './FundamentalsPanel';
import page from './TickerPage.module.css';

/** Figures from a company's financial reports, next to its filings. */
export default function CompanyReports({ ticker }: { ticker: TickerDetail }) {
  return (
    <div className={page.reports}>
      <FundamentalsPanel ticker={ticker} />
      <FilingsPanel ticker={ticker} />
    </div>
  );
}
