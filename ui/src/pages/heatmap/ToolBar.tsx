import { type RefObject, useEffect, useState } from 'react';
import { Icon } from '~/components/Icon';
import { ViewSwitch } from '~/components/ViewSwitch';
import { useIsPhone } from '~/hooks/useIsPhone';
import { PERIODS } from '~/widgets/Heatmap/periods';
import type { Summary } from '~/widgets/Heatmap/summary';
import { ReplayButton } from '~/widgets/Replay/ReplayButton';
import { MARKET_OF, MARKETS } from './markets';
import classes from './ToolBar.module.css';
import type { HeatChoices } from './useHeatmap';

const MARKET_VIEWS = MARKETS.map((value) => ({ value, label: MARKET_OF[value].label }));
const PERIOD_VIEWS = PERIODS.map((value) => ({ value, label: value }));

interface Props {
  choices: HeatChoices;
  summary: Summary;
  /** The element shown in full screen. */
  page: RefObject<HTMLElement | null>;
}

/** The map's settings (market, size, group, period), and the numbers of advancing and declining tickers. */
export function ToolBar({ choices, summary, page }: Props) {
  const phone = useIsPhone();
  const { market, size, group, period } = choices;
  const { sizes, groups } = MARKET_OF[market];
  const periods = (
    <ViewSwitch label="Period" views={PERIOD_VIEWS} value={period} onChange={choices.setPeriod} />
  );
  const { isReplaying, setReplaying } = choices;
  const replay = (
    <ReplayButton
      isReplaying={isReplaying}
      onChange={setReplaying}
      className={phone ? classes.full : classes.replay}
      withText={!phone}
    />
  );
  if (phone)
    return (
      <>
        <div className={classes.title}>
          <h1 className="type-page">Heatmap</h1>
          <Breadth summary={summary} />
        </div>
        <div className={classes.bar}>
          {periods}
          <Choice label="Market" isQuiet options={MARKET_VIEWS} value={market} onChange={choices.setMarket} />
          {replay}
        </div>
      </>
    );
  return (
    <div className={classes.bar}>
      <h1>Heatmap</h1>
      <ViewSwitch label="Market" views={MARKET_VIEWS} value={market} onChange={choices.setMarket} />
      <Breadth summary={summary} />
      <div className={classes.right}>
        <Choice label="Size" options={sizes} value={size} onChange={choices.setSize} />
        <Choice label="Group" options={groups} value={group} onChange={choices.setGroup} />
        {periods}
        {replay}
        <FullScreen page={page} />
      </div>
    </div>
  );
}

function Breadth({ summary: { up, down } }: { summary: Summary }) {
  return (
    <p className={`num ${classes.breadth}`}>
      <span className="up">
        <i data-arrow="up" />
        <span className="visually-hidden">Up: </span>
        {up}
      </span>
      <span className={classes.share} aria-hidden="true">
        <i data-direction="up" style={{ flexGrow: up }} />
        <i data-direction="down" style={{ flexGrow: down }} />
      </span>
      <span className="down">
        <i data-arrow="down" />
        <span className="visually-hidden">Down: </span>
        {down}
      </span>
    </p>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  /** The label is visible to screen readers only. */
  isQuiet?: boolean;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** A native select, because its list also opens over a full-screen element. */
function Choice<V extends string>({ label, isQuiet = false, options, value, onChange }: ChoiceProps<V>) {
  return (
    <label className={classes.choice}>
      <span className={isQuiet ? 'visually-hidden' : undefined}>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as V)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </label>
  );
}

/** Hidden where the browser doesn't support it, as on an iPhone. */
function FullScreen({ page }: Pick<Props, 'page'>) {
  const [isFullScreen, setIsFullScreen] = useState(false);
  useEffect(() => {
    const onChange = () => setIsFullScreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (isFullScreen ? document.exitFullscreen() : page.current?.requestFullscreen());
  return (
    <button
      type="button"
      className={classes.full}
      aria-label="Full screen"
      aria-pressed={isFullScreen}
      // If the browser rejects full screen, nothing changes.
      onClick={() => toggle()?.catch(() => undefined)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
      </svg>
    </button>
  );
}
