import type { Ico } from '~/api/types';
import { SortControl } from '~/components/table/SortControl';
import type { TableView } from '~/components/table/view';
import { StatusBadge } from '~/widgets/Ico/StatusBadge';
import { Monogram } from '~/widgets/Monogram';
import classes from './IcoCalendarPage.module.css';
import { IcoLink } from './IcoLink';

/** The table's rows on a phone; with one card there is nothing to sort. */
export function IcoCards(view: TableView<Ico>) {
  const details = view.columns.filter((column) => column.inCard);
  return (
    <>
      {view.rows.length > 1 && <SortControl {...view} />}
      <ul aria-label={view.label}>
        {view.rows.map((ico, index) => (
          <li key={ico.id} className={classes.row}>
            <div className={classes.head}>
              <Monogram of={ico} size={40} />
              <IcoLink of={ico} className={classes.who}>
                <strong>{ico.name}</strong>
                <span>{ico.symbol}</span>
              </IcoLink>
              <StatusBadge status={ico.status} />
            </div>
            <dl className={classes.pairs}>
              {details.map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd className="num">{column.render(ico, index)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
