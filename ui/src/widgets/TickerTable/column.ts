import type { TickerRow } from '~/api/types';
import type { HasId, Column as TableColumn } from '~/components/table/column';

/** A column of a table of tickers, or of a more specific row type. */
export type Column<Row extends HasId = TickerRow> = TableColumn<Row>;
