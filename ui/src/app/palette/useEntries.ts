import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { TickerRow } from '~/api/types';
import { PALETTE_LINKS, SEARCH_LINKS } from '~/links';
import { decimalsOf, formatQuote, formatRate } from '~/market/format';
import { useAlertChanges } from '~/pages/premium-alerts/useAlerts';
import { paths } from '~/paths';
import { useSetting } from '~/state/settings';
import { showShortcuts } from '~/state/shortcutsDialog';
import { useReadOnly } from '~/widgets/useReadOnly';
import type { EntryItem } from './items';
import { alertFor, type ParsedSearch } from './parseSearch';

/** Returns the entries of pages: the most used ones without a search text, else all. */
export function usePageEntries(text: string, onDone: () => void): EntryItem[] {
  const navigate = useNavigate();
  return (text ? PALETTE_LINKS : SEARCH_LINKS).map(({ label, to, title }) => ({
    kind: 'entry',
    key: `page ${to}`,
    label,
    icon: 'page',
    ...(title !== label && { keywords: title, detail: title }),
    run: () => {
      navigate(to);
      onDone();
    },
  }));
}

const SCHEMES = [
  ['light', 'Light', 'sun'],
  ['dark', 'Dark', 'moon'],
  ['auto', 'System', 'settings'],
] as const;

/** Returns the entries that change the appearance. They keep the palette open. */
export function useLookEntries(): EntryItem[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [strip, setStrip] = useSetting('market-strip');
  const schemes = SCHEMES.map(
    ([value, label, icon]): EntryItem => ({
      kind: 'entry',
      key: `scheme ${value}`,
      label,
      detail: 'Color scheme',
      keywords: `color scheme ${label}`,
      icon,
      isCurrent: colorScheme === value,
      run: () => setColorScheme(value),
    }),
  );
  return [
    ...schemes,
    {
      kind: 'entry',
      key: 'strip',
      label: strip === 'on' ? 'Hide the price bar' : 'Show the price bar',
      keywords: 'price bar market strip',
      icon: 'layers',
      run: () => setStrip(strip === 'on' ? 'off' : 'on'),
    },
  ];
}

/** The entry that opens the list of keyboard shortcuts. */
export function shortcutsEntry(onDone: () => void): EntryItem {
  return {
    kind: 'entry',
    key: 'shortcuts',
    label: 'Keyboard shortcuts',
    detail: '?',
    keywords: 'hotkeys help',
    icon: 'info',
    run: () => {
      onDone();
      showShortcuts(true);
    },
  };
}

/** Returns the actions for the named tickers: an alert, a comparison. */
export function useTickerEntries(
  search: ParsedSearch,
  rows: readonly TickerRow[],
  onDone: () => void,
): EntryItem[] {
  const navigate = useNavigate();
  const readOnly = useReadOnly();
  const { create } = useAlertChanges();
  const [row, other] = rows;
  const entries: EntryItem[] = [];
  // Without a verb or a level, an alert is offered only for a complete symbol.
  const [name = ''] = search.names;
  const isAlertRequested = search.verb === 'alert' || search.value !== null;
  const isSymbol = search.names.length === 1 && name.toUpperCase() === row?.symbol.toUpperCase();
  const shouldOfferAlert = search.verb !== 'compare' && (isAlertRequested || isSymbol);
  const alert = row && shouldOfferAlert ? alertFor(search, row) : undefined;
  if (row && alert && row.price !== null && !readOnly) {
    const distance = Math.abs(100 * (alert.value / row.price - 1));
    entries.push({
      kind: 'entry',
      key: 'alert',
      label: `Alert ${row.symbol} ${alert.condition} ${formatQuote(row, alert.value, decimalsOf(alert.value)).replace(/\.00$/, '')}`,
      detail: `${formatRate(distance)} away, fires once, in the app`,
      icon: 'bell',
      run: () => {
        create.mutate({
          type: 'price',
          symbol: row.symbol,
          ...alert,
          frequency: 'once',
          delivery: ['in_app'],
        });
        onDone();
      },
    });
  }
  if (search.verb === 'compare' && row && other) {
    const pair = [row.symbol, other.symbol];
    entries.push({
      kind: 'entry',
      key: 'compare',
      label: `Compare ${pair.join(' ')}`,
      detail: 'Percent, one month',
      icon: 'chart',
      run: () => {
        navigate(`${paths.stockAnalysis}?tab=comparison&stocks=${pair.map(encodeURIComponent).join()}`);
        onDone();
      },
    });
  }
  return entries;
}
