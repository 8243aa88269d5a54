import type { Ico } from '~/api/types';
import { SortControl } from '~/components/table/SortControl';
import type { TableView } from '~/components/table/useTableView';
import { IcoFacts, IcoHead } from '~/widgets/Ico/IcoCard';
import classes from './IcoCalendarPage.module.css';

/** The table's rows as cards on a phone; a single card needs no sort control. */
export function IcoCards(view: TableView<Ico>) {
  const details = view.columns.filter((column) => column.inCard);
  return (
    <>
      {view.rows.length > 1 && <SortControl {...view} />}
      <ul aria-label={view.label}>
        {view.rows.map((ico, index) => (
          <li key={ico.id} className={classes.row}>
            <IcoHead ico={ico} heading="strong" about={ico.symbol} linked />
            <IcoFacts facts={details.map((column) => [column.title, column.render(ico, index)])} />
          </li>
        ))}
      </ul>
    </>
  );
}
