import type { ReactNode } from 'react';
import type { Board } from '~/api/types';
import { BoardGrid } from './BoardGrid';
import { BoardRows } from './BoardRows';
import classes from './Stage.module.css';
import { SCREENS, type Screen, useStageSize } from './useStageSize';

interface Props {
  board: Board;
  screen: Screen;
  /** It is looked at, and not used. */
  inert?: boolean;
  /** What lies over it, measured in the stage's own size. */
  children?: ReactNode;
}

/** The real board of a screen, made smaller to fit into the page. */
export function Stage({ board, screen, inert = false, children }: Props) {
  const { ref, scale } = useStageSize(screen);
  const size = SCREENS[screen];
  return (
    <div ref={ref} className={classes.stage} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      <div className={classes.clip}>
        <div
          className={classes.screen}
          inert={inert}
          style={{ width: `${size.width}rem`, height: `${size.height}rem`, transform: `scale(${scale})` }}
        >
          {screen === '800 × 480' ? <BoardRows board={board} /> : <BoardGrid board={board} />}
        </div>
      </div>
      {children}
    </div>
  );
}
