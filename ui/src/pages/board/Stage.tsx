import type { ReactNode } from 'react';
import type { Board } from '~/api/types';
import { BoardGrid } from './BoardGrid';
import { BoardRows } from './BoardRows';
import classes from './Stage.module.css';
import { SCREENS, type Screen, usePreviewScale } from './usePreviewScale';

interface Props {
  board: Board;
  screen: Screen;
  /** Display only, without interaction. */
  inert?: boolean;
  /** Content above the board, in the stage's coordinates. */
  children?: ReactNode;
}

/** A live board, scaled down to fit the page. */
export function Stage({ board, screen, inert = false, children }: Props) {
  const { ref, scale } = usePreviewScale(screen);
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
