import { useIsPhone } from '~/hooks/useIsPhone';
import { Change } from '~/widgets/Change';
import { Legend } from '~/widgets/Heatmap/Legend';
import { PERIOD_WORDS } from '~/widgets/Heatmap/periods';
import type { ColoredSummary } from '~/widgets/Heatmap/useSummary';
import classes from './HeatmapPage.module.css';
import { MARKET_OF } from './markets';
import type { HeatChoices } from './useHeatmap';

/** 'All › Technology ▲ +0.72%': the zoomed group, and a button back to all groups. */
export function Breadcrumb({
  name,
  change,
  onBack,
}: {
  name: string;
  change: number | null;
  onBack: () => void;
}) {
  return (
    <nav className={classes.crumb} aria-label="Zoom">
      <button type="button" data-back onClick={onBack}>
        All
      </button>
      <span aria-hidden="true">›</span>
      <strong aria-current="page">{name}</strong>
      <Change value={change} />
      <small>
        <kbd>Esc</kbd> to go back
      </small>
    </nav>
  );
}

/** Switches the colors between a fixed scale and one that matches the spread of the changes. */
export function ScaleChoice({ choices: { bySpread, setBySpread } }: { choices: HeatChoices }) {
  return (
    <button
      type="button"
      className={`link-button ${classes.scaleChoice}`}
      aria-pressed={bySpread}
      title="Deepest colors for the largest changes on the map; otherwise the same scale on every day"
      onClick={() => setBySpread(!bySpread)}
    >
      Colors by spread
    </button>
  );
}

/** 'sectors', 'countries'. */
const pluralOf = (word: string) => (word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`);

interface FootProps {
  choices: HeatChoices;
  summary: ColoredSummary;
  /** Number of tickers on the map. */
  shown: number;
  /** Number of tickers hidden because their size is unknown. */
  unknown: number;
  zoomed: string | undefined;
}

/** The map's totals and color legend. */
export function Footer({ choices, summary, shown, unknown, zoomed }: FootProps) {
  const { market, group, size, period } = choices;
  const phone = useIsPhone();
  const { noun, sizes, groups } = MARKET_OF[market];
  const groupName = groups.find(({ value }) => value === group)?.label.toLowerCase() ?? '';
  const sizeName = sizes.find(({ value }) => value === size)?.label.toLowerCase();
  const count = summary.groups.size;
  const isGrouped = group !== 'none' && zoomed === undefined;
  const groupsText = isGrouped ? ` in ${count} ${count === 1 ? groupName : pluralOf(groupName)}` : '';
  const hiddenText = unknown > 0 && zoomed === undefined ? ` ${unknown} hidden (no ${sizeName}).` : '';
  const hint = phone ? 'Tap a tile to open its page' : '';
  const zoomHint = `${phone ? ', a' : 'Click a'} ${groupName}’s name ${phone ? 'to show all of it' : 'to zoom in'}`;
  return (
    <footer className={classes.foot}>
      <p>
        <strong>{zoomed ?? 'All'}</strong> <span className="num">{shown}</span> {noun}
        {groupsText}.{hiddenText} {hint}
        {isGrouped ? zoomHint : ''}
        {(isGrouped || phone) && '.'}
      </p>
      {!phone && (
        <div className={classes.steps}>
          <span>Color scale: change {PERIOD_WORDS[period]}, %</span>
          <Legend scale={summary.scale} isKnown={shown > 0} />
          <ScaleChoice choices={choices} />
        </div>
      )}
    </footer>
  );
}
